static struct { char op; long long target; int count, cells[256][2]; } cages[256];
static int number;

void add_cage(char op, long long target, int count, int cells[][2]) {
    cages[number].op = op, cages[number].target = target, cages[number].count = count;
    for (int i = 0; i < count; i++)
        cages[number].cells[i][0] = cells[i][0], cages[number].cells[i][1] = cells[i][1];
    number++;
}

static int fits(int size, int grid[16][16], int row, int column) {
    for (int i = 0; i < row; i++) if (grid[i][column] == grid[row][column]) return 0;
    for (int i = 0; i < column; i++) if (grid[row][i] == grid[row][column]) return 0;
    for (int k = 0; k < number; k++) {
        long long sum = 0, product = 1, most = 0, least = size, target = cages[k].target, found;
        for (int i = 0; i < cages[k].count; i++) {
            int value = grid[cages[k].cells[i][0]][cages[k].cells[i][1]];
            sum += value, product *= value;
            if (value > most) most = value;
            if (value < least) least = value;
        }
        switch (cages[k].op) {
            case '*': found = product; break;
            case '-': found = most - least; break;
            case '/': found = most == target * least ? target : -1; break;
            default: found = sum;
        }
        if (product && found != target) return 0;
    }
    return 1;
}

static int fill(int size, int grid[16][16], int place) {
    int row = place / size, column = place % size;
    if (place == size * size) return 1;
    for (int value = 1; value <= size; value++) {
        grid[row][column] = value;
        if (fits(size, grid, row, column) && fill(size, grid, place + 1)) return 1;
    }
    return grid[row][column] = 0;
}

int solve(int size, int grid[16][16]) {
    for (int i = 0; i < 256; i++) grid[i / 16][i % 16] = 0;
    return fill(size, grid, 0);
}
