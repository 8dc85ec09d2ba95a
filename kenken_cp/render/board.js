"use strict";

/* What every page does: it shows a board on its drawing, and the help. Nothing is laid out here: all
   that a cell may ever show is in the drawing already, and only classes and texts of it are changed. */

const TINTS = ["basis", "placed", "marked"];

/** What may change in a drawing, for each cell by its name. The board gets its shape, so that it may
    be as wide as fits. */
function cellsOf(drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  drawing.closest(".board").style.setProperty("--ratio", width / height);
  const cells = new Map();
  for (const shape of drawing.querySelectorAll("[data-cell]")) {
    const name = shape.dataset.cell;
    if (!cells.has(name)) {
      cells.set(name, { value: null, marks: new Map(), tints: new Map() });
    }
    const cell = cells.get(name);
    const tint = TINTS.find((each) => shape.classList.contains(`kk-${each}`));
    if (tint) {
      cell.tints.set(tint, shape);
    } else if (shape.dataset.value !== undefined) {
      cell.marks.set(Number(shape.dataset.value), shape);
    } else if (shape.localName === "text" && !shape.classList.contains("kk-clue")) {
      cell.value = shape;
    }
  }
  return cells;
}

/** A value with a minus as wide as a digit, as it is drawn. */
function written(value) {
  return String(value).replace("-", "\u2212");
}

/** Draws a board. */
function draw(cells, board, showsCandidates) {
  for (const [name, cell] of cells) {
    const value = board.values[name] ?? null;
    const left = board.candidates[name] || [];
    const gone = board.eliminated[name] || [];
    for (const [tint, shape] of cell.tints) {
      shape.classList.toggle("kk-off", !board[tint].has(name));
    }
    cell.value.textContent = value === null ? "" : written(value);
    for (const [mark, shape] of cell.marks) {
      const crossed = gone.includes(mark);
      const shown = showsCandidates && value === null && (crossed || left.includes(mark));
      shape.classList.toggle("kk-off", !shown);
      shape.classList.toggle("kk-eliminated", crossed);
      shape.classList.toggle("kk-candidate", !crossed);
    }
  }
}

const help = document.getElementById("help");
const helpButton = document.getElementById("help-button");
helpButton.hidden = false;
helpButton.addEventListener("click", () => help.showModal());
document.documentElement.classList.add("scripted");

/** The name of a key: a letter is small; with Ctrl or Cmd, "Ctrl+" or "Ctrl+Shift+" before it. */
function keyName({ key, ctrlKey, metaKey, shiftKey }) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${shiftKey ? "Shift+" : ""}${name}` : name;
}

/** Sends keys to the puzzle with the focus, or to the one that was used last.

    @param ones the puzzles of the page, each with its `article`
    @param handleKey does what a key is for; returns whether it is for anything
    @returns sets the puzzle that is used */
function sendKeys(ones, handleKey) {
  let used = ones[0];
  for (const kind of ["pointerdown", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const article = event.target.closest?.("article");
      used = ones.find((one) => one.article === article) || used;
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || help.open) {
      return;
    }
    const key = keyName(event);
    if (key === "?") {
      event.preventDefault();
      help.showModal();
    } else if (handleKey(used, key, event.target)) {
      event.preventDefault();
    }
  });
  return (one) => {
    used = one;
  };
}
