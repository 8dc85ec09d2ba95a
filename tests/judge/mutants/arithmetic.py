"""What the values of a cage make."""

from judge.mutants.record import Mutant

_SUM = "return sum(values) == target"
_PRODUCT = "return math.prod(values) == target"
_DIFFERENCE = "return largest - sum(rest) == target"
_QUOTIENT = "return divisor != 0 and dividend % divisor == 0 and dividend // divisor == target"
_SUM_BOUNDS = "sum(values) + left * low <= target <= sum(values) + left * high"
_PRODUCT_BOUNDS = "return target % made == 0 and target <= made * high**left"
_NO_BOUNDS = "    return True\n\n\ndef fits"
_TARGET = "len(cells), rules), int(target)))"


def _compared(name, wrong, condition, symbols="+*-/"):
    """A result and its target that are compared by a condition: of both, or of both as text."""

    def changed(symbol, old, result):
        new = condition.format(result=result, made=f"str({result})", text="str(target)")
        return [(old, old.replace(f"{result} == target", new))] if symbol in symbols else []

    changes = (
        *changed("+", _SUM, "sum(values)"),
        *([(_SUM_BOUNDS, "True")] if "+" in symbols else []),
        *changed("*", _PRODUCT, "math.prod(values)"),
        *([(_PRODUCT_BOUNDS, "return True")] if "*" in symbols else []),
        *changed("-", _DIFFERENCE, "largest - sum(rest)"),
        *changed("/", _QUOTIENT, "dividend // divisor"),
    )
    return Mutant(name, wrong, changes)


ARITHMETIC = (
    Mutant(
        "truncating division",
        "Divides like integers do: 7 / 2 is 3.",
        ((_QUOTIENT, "return dividend // divisor == target"),),
    ),
    Mutant(
        "rounding division",
        "Divides with fractions and rounds: 5 / 3 is 2.",
        ((_QUOTIENT, "return round(dividend / divisor) == target"),),
    ),
    Mutant(
        "rounding up",
        "Divides rounding up: 4 / 3 is 2.",
        ((_QUOTIENT, "return -(-dividend // divisor) == target"),),
    ),
    Mutant(
        "quotient by product, truncated",
        "Takes 2/ as: half of the larger value, rounded down, is the smaller.",
        ((_QUOTIENT, "return dividend // target == divisor"),),
    ),
    Mutant(
        "quotient as a multiple",
        "Takes a quotient as met if the larger value is any multiple of the smaller.",
        ((_QUOTIENT, "return dividend % divisor == 0"),),
    ),
    Mutant(
        "quotient within a quarter",
        "Divides in floating point, and takes what is within a quarter as the same: 6 / 5 and 1.",
        ((_QUOTIENT, "return divisor != 0 and abs(dividend / divisor - target) < 0.25"),),
    ),
    Mutant(
        "quotient at most",
        "Takes a quotient as met if it is not above the target.",
        ((_QUOTIENT, "return dividend % divisor == 0 and dividend // divisor <= target"),),
    ),
    Mutant(
        "quotient modulo",
        "Writes % for /: takes the rest of the division.",
        ((_QUOTIENT, "return dividend % divisor == target"),),
    ),
    Mutant(
        "quotient in order",
        "Divides the first cell by the second, whichever is larger.",
        ((_QUOTIENT, "return values[0] == target * math.prod(values[1:])"),),
    ),
    Mutant(
        "quotient in order, reversed",
        "Divides the last cell by the one before it.",
        ((_QUOTIENT, "return values[-1] == target * math.prod(values[:-1])"),),
    ),
    Mutant(
        "quotient upside down",
        "Divides the smaller value by the larger.",
        ((_QUOTIENT, "return divisor == target * dividend"),),
    ),
    Mutant(
        "difference in order",
        "Subtracts the second cell from the first, whichever is larger.",
        ((_DIFFERENCE, "return values[0] - sum(values[1:]) == target"),),
    ),
    Mutant(
        "difference in order, reversed",
        "Subtracts the first cell from the last.",
        ((_DIFFERENCE, "return values[-1] - sum(values[:-1]) == target"),),
    ),
    Mutant(
        "difference at least",
        "Takes a difference as met if it is not below the target.",
        ((_DIFFERENCE, "return largest - sum(rest) >= target"),),
    ),
    Mutant(
        "difference at most",
        "Takes a difference as met if it is not above the target.",
        ((_DIFFERENCE, "return largest - sum(rest) <= target"),),
    ),
    Mutant(
        "difference bounded by the board",
        "Takes a value in a difference to be above the target, as the larger one is.",
        (
            (
                _NO_BOUNDS,
                '    return symbol != "-" or all(value > target for value in values)\n\n\ndef fits',
            ),
        ),
    ),
    Mutant(
        "both values multiples of the quotient",
        "Takes every value in a quotient to be a multiple of the target.",
        ((_NO_BOUNDS, '    return symbol != "/" or values[0] % target == 0\n\n\ndef fits'),),
    ),
    Mutant(
        "smaller value first in a quotient",
        "Tries only values in a quotient that leave room for a larger one after them.",
        ((_NO_BOUNDS, '    return symbol != "/" or values[0] * target <= high\n\n\ndef fits'),),
    ),
    Mutant(
        "sum at most",
        "Takes a sum as met if it is not above the target.",
        ((_SUM, "return sum(values) <= target"),),
    ),
    Mutant(
        "sum at least",
        "Takes a sum as met if it is not below the target.",
        (
            (_SUM, "return sum(values) >= target"),
            (_SUM_BOUNDS, "target <= sum(values) + left * high"),
        ),
    ),
    Mutant(
        "sum of different values",
        "Adds up the set of values: a value that is there twice is counted once.",
        (
            (_SUM, "return sum(set(values)) == target"),
            (_SUM_BOUNDS, "target <= sum(values) + left * high"),
        ),
    ),
    Mutant(
        "product of different values",
        "Multiplies the set of values: a value that is there twice is counted once.",
        (
            (_PRODUCT, "return math.prod(set(values)) == target"),
            (_PRODUCT_BOUNDS, "return target <= made * high**left"),
        ),
    ),
    Mutant(
        "a divisor for the product",
        "Checks that every value divides the target, and that the product is not above it.",
        ((_PRODUCT, "return math.prod(values) <= target"),),
    ),
    Mutant(
        "product at least",
        "Takes a product as met if it is a multiple of the target.",
        ((_PRODUCT, "return math.prod(values) % target == 0"), (_PRODUCT_BOUNDS, "return True")),
    ),
    Mutant(
        "sums for products",
        "Checks the cages of * as if they were of +.",
        ((_PRODUCT, "return sum(values) == target"), (_PRODUCT_BOUNDS, "return True")),
    ),
    Mutant(
        "no ones in a product",
        "Factorizes a product, and forgets that a factor may be 1.",
        ((_PRODUCT_BOUNDS, _PRODUCT_BOUNDS + " and 1 not in values"),),
    ),
    Mutant(
        "one 1 in a product",
        "Factorizes a product, and allows the factor 1 once.",
        ((_PRODUCT, "return math.prod(values) == target and values.count(1) < 2"),),
    ),
    Mutant(
        "values below the product",
        "Tries only values below the target of a product.",
        ((_PRODUCT_BOUNDS, _PRODUCT_BOUNDS + " and max(values) < target"),),
    ),
    Mutant(
        "product bound too tight",
        "Gives up a product as too small, with one factor too few in the bound.",
        ((_PRODUCT_BOUNDS, _PRODUCT_BOUNDS.replace("**left", "** (left - 1)")),),
    ),
    Mutant(
        "product given up when reached",
        "Gives up a product that is reached before the last cell, as if no 1s could follow.",
        ((_PRODUCT_BOUNDS, _PRODUCT_BOUNDS + " and made < target"),),
    ),
    Mutant(
        "sum bound too tight",
        "Gives up a sum as too large when its target leaves exactly 1 for each open cell.",
        ((_SUM_BOUNDS, _SUM_BOUNDS.replace("low <= target", "low < target")),),
    ),
    Mutant(
        "sum bound from above too tight",
        "Gives up a sum as too small when it needs the largest value in each open cell.",
        ((_SUM_BOUNDS, _SUM_BOUNDS.replace("target <= sum", "target < sum")),),
    ),
    Mutant(
        "bound by different small values",
        "Takes the open cells of a sum to hold at least 1 + 2 + 3 and so on.",
        ((_SUM_BOUNDS, _SUM_BOUNDS.replace("left * low", "left * (left + 1) // 2")),),
    ),
    Mutant(
        "bound by different large values",
        "Takes the open cells of a sum to hold at most n + (n - 1) and so on.",
        ((_SUM_BOUNDS, _SUM_BOUNDS.replace("left * high", "sum(domain[-left:])")),),
    ),
    Mutant(
        "product in 8 bits",
        "Keeps targets and products in a byte.",
        (
            (_TARGET, _TARGET.replace("int(target)", "int(target) % 256")),
            (_PRODUCT, "return math.prod(values) % 256 == target"),
            (_SUM, "return sum(values) % 256 == target"),
            (_PRODUCT_BOUNDS, "return True"),
        ),
    ),
    Mutant(
        "product in 16 bits",
        "Keeps products in 16 bits, with a sign.",
        ((_PRODUCT, "return (math.prod(values) + 2**15) % 2**16 - 2**15 == target"),),
    ),
    Mutant(
        "product in 32 bits",
        "Keeps products in 32 bits, with a sign.",
        ((_PRODUCT, "return (math.prod(values) + 2**31) % 2**32 - 2**31 == target"),),
    ),
    Mutant(
        "product and target in 32 bits",
        "Keeps targets and products in 32 bits: both overflow, and may meet again.",
        (
            (_PRODUCT, "return (math.prod(values) - target) % 2**32 == 0"),
            (_PRODUCT_BOUNDS, "return True"),
        ),
    ),
    Mutant(
        "product in doubles",
        "Multiplies in floating point, and compares with ==.",
        ((_PRODUCT, "return math.prod(map(float, values)) == float(target)"),),
    ),
    Mutant(
        "product by logarithms",
        "Adds up logarithms, and takes products within a fiftieth as the same: 80 and 81.",
        (
            (_PRODUCT, "return abs(math.prod(values) / target - 1) < 0.02"),
            (_PRODUCT_BOUNDS, "return 0.98 * target <= made * high**left"),
        ),
    ),
    Mutant(
        "exact logarithms",
        "Adds up logarithms, and compares with ==.",
        (
            (
                _PRODUCT,  # not by sum, which makes up for rounding from Python 3.12 on
                "made = 0\n"
                "        for value in values:\n"
                "            made += math.log(value)\n"
                "        return made == math.log(target)",
            ),
        ),
    ),
    Mutant(
        "largest as text",
        "Compares values as text: 10 is below 9.",
        (("sorted(values, reverse=True)", "sorted(values, key=str, reverse=True)"),),
    ),
    _compared(
        "start of the target of a sum",
        "Compares a sum with the first digits of its target, as many as the sum has.",
        "{text}.startswith({made})",
        "+",
    ),
    _compared(
        "start of the target of a product",
        "Compares a product with the first digits of its target.",
        "{text}.startswith({made})",
        "*",
    ),
    _compared(
        "start of the target of a difference",
        "Compares a difference with the first digits of its target.",
        "{text}.startswith({made})",
        "-",
    ),
    _compared(
        "start of the target of a quotient",
        "Compares a quotient with the first digits of its target.",
        "{text}.startswith({made})",
        "/",
    ),
    _compared(
        "end of the target",
        "Compares a result with the last digits of its target, as many as the result has.",
        "{text}.endswith({made})",
    ),
    _compared(
        "start of the result",
        "Compares a target with the first digits of the result.",
        "{made}.startswith({text})",
    ),
    _compared(
        "end of the result",
        "Compares a target with the last digits of the result.",
        "{made}.endswith({text})",
    ),
    _compared(
        "sum modulo 10",
        "Compares the last digit of a sum and its target.",
        "({result} - target) % 10 == 0",
        "+",
    ),
    _compared(
        "sum modulo 16",
        "Keeps four bits of a sum and its target.",
        "({result} - target) % 16 == 0",
        "+",
    ),
    _compared(
        "sum in a byte with a sign",
        "Keeps a sum in a byte, with a sign: 128 is -128.",
        "({result} + 128) % 256 - 128 == target",
        "+",
    ),
    _compared(
        "large sums one too small",
        "Lets a sum beyond 30 be one too small.",
        "target - {result} in (0, target > 30)",
        "+",
    ),
    _compared(
        "large sums one too large",
        "Lets a sum beyond 30 be one too large.",
        "{result} - target in (0, target > 30)",
        "+",
    ),
    _compared(
        "sum modulo 100",
        "Compares the last two digits of a sum and its target.",
        "({result} - target) % 100 == 0",
        "+",
    ),
    _compared(
        "product modulo 100",
        "Compares the last two digits of a product and its target.",
        "({result} - target) % 100 == 0",
        "*",
    ),
    _compared(
        "digits of a sum in any order",
        "Compares the digits of a sum and its target in any order: 12 and 21.",
        "sorted({made}) == sorted({text})",
        "+",
    ),
    _compared(
        "digits of a product in any order",
        "Compares the digits of a product and its target in any order.",
        "sorted({made}) == sorted({text})",
        "*",
    ),
    _compared(
        "set of digits",
        "Compares the sets of the digits of a result and its target.",
        "set({made}) == set({text})",
    ),
)
