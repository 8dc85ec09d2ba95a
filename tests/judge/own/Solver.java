import java.util.*;

class Solver {
    final int size;
    final int[][] grid;
    final List<Object[]> cages = new ArrayList<>();

    Solver(int size) { this.size = size; grid = new int[size][size]; }

    void addCage(char op, long target, String[] cells) { cages.add(new Object[] {op, target, cells}); }

    int[][] solve() { return fill(0) ? grid : null; }

    boolean fill(int place) {
        if (place == size * size) return true;
        int row = place / size, column = place % size;
        for (int value = 1; value <= size; value++) {
            grid[row][column] = value;
            if (fits(row, column) && fill(place + 1)) return true;
        }
        grid[row][column] = 0;
        return false;
    }

    boolean fits(int row, int column) {
        for (int i = 0; i < row; i++) if (grid[i][column] == grid[row][column]) return false;
        for (int i = 0; i < column; i++) if (grid[row][i] == grid[row][column]) return false;
        for (Object[] cage : cages) {
            String[] cells = (String[]) cage[2];
            long sum = 0, product = 1, most = 0, least = size;
            for (int i = 0; i < cells.length; i += 2) {
                int value = grid[Integer.parseInt(cells[i])][Integer.parseInt(cells[i + 1])];
                sum += value; product *= value; most = Math.max(most, value); least = Math.min(least, value);
            }
            long target = (Long) cage[1], found = switch ((Character) cage[0]) {
                case '*' -> product; case '-' -> most - least; case '/' -> most == target * least ? target : -1; default -> sum; };
            if (product > 0 && found != target) return false;
        }
        return true;
    }
}
