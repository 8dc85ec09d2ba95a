"""How well a colour can be read on another (WCAG 2.2)."""


def luminance(red, green, blue):
    """Of a colour, from 0 for black to 1 for white; its parts are from 0 to 255."""
    parts = [part / 255 for part in (red, green, blue)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """From 1 for two of the same luminance to 21 for black on white."""
    low, high = sorted([luminance(*one), luminance(*other)])
    return (high + 0.05) / (low + 0.05)
