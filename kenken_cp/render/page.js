"use strict";

/* Shows any frame of a walkthrough, from the data that page.py writes and describes. */

/** The board in a frame: values and candidates by the names of cells, which all frames up to it have
    set, and what is said of cells there. */
function boardAt(frames, number) {
  const upTo = frames.slice(0, number + 1);
  const board = {
    values: Object.assign({}, ...upTo.map((frame) => frame.values)),
    candidates: Object.assign({}, ...upTo.map((frame) => frame.candidates)),
    eliminated: frames[number].eliminated || {},
  };
  for (const kind of [...TINTS, "faded"]) {
    board[kind] = new Set(frames[number][kind]);
  }
  return board;
}

/** The values of a board, row by row, for those who cannot see it. */
function inWords(cells, board) {
  const rows = new Map();
  for (const name of cells.keys()) {
    const row = name.slice(1, name.indexOf("c"));
    rows.set(row, [...(rows.get(row) || []), board.values[name] ?? "open"]);
  }
  return [...rows].map(([row, values]) => `Row ${row}: ${values.join(", ")}.`).join(" ");
}

/** One puzzle of the page. */
class Walkthrough {
  constructor(article) {
    const data = JSON.parse(article.querySelector("script").textContent);
    this.article = article;
    this.drawing = article.querySelector(".board > svg");
    this.cells = cellsOf(this.drawing);
    this.givens = new Set(data.givens);
    this.about = data.about;
    this.frames = data.frames;
    this.steps = [...article.querySelectorAll(".steps > li")];
    this.controls = article.querySelector(".controls");
    if (this.controls) {
      this.connect();
    }
    this.go(0);
  }

  get last() {
    return this.steps.length - 1;
  }

  connect() {
    this.slider = this.controls.querySelector("input[type=range]");
    this.now = this.article.querySelector(".now");
    this.controls.hidden = false;
    this.now.hidden = this.last === 0;
    this.controls.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      if (button) {
        this.move(button.dataset.go);
      }
    });
    this.controls.addEventListener("input", (event) => {
      if (event.target === this.slider) {
        this.go(Number(this.slider.value), true);
      } else if (event.target.dataset.shows) {
        this.redraw();
        this.drawBoards();
      }
    });
    this.article.addEventListener("click", (event) => {
      const link = event.target.closest(".steps a");
      const number = this.steps.indexOf(link?.parentElement);
      if (number >= 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        this.go(number, true);
        this.drawing.scrollIntoView({ block: "nearest" });
      }
    });
  }

  shows(what) {
    return Boolean(this.controls?.querySelector(`[data-shows=${what}]`)?.checked);
  }

  /** Switches candidates, or boards in the list, on or off. */
  toggle(what) {
    this.controls?.querySelector(`[data-shows=${what}]`)?.click();
  }

  move(where) {
    const numbers = { first: 0, back: this.number - 1, next: this.number + 1, last: this.last };
    this.go(numbers[where], true);
  }

  /** Shows a frame; its address becomes that of the page if somebody has asked for it. */
  go(number, asked = false) {
    this.number = Math.min(Math.max(number, 0), this.last);
    this.redraw();
    if (asked) {
      setAddress(this.steps[this.number].id);
    }
  }

  /** Draws the board of a frame, and returns it. */
  draw(number) {
    const board = boardAt(this.frames, number);
    draw(this.cells, board, this.givens, this.shows("candidates"));
    return board;
  }

  redraw() {
    const board = this.draw(this.number);
    const words = inWords(this.cells, board);
    this.drawing.querySelector("desc").textContent = `${this.about} On the board now: ${words}`;
    if (this.last > 0) {
      this.tell();
    }
  }

  /** Words, the slider and the list for the frame that is shown. */
  tell() {
    const step = this.steps[this.number];
    const name = `${this.number} of ${this.last}`;
    this.slider.value = this.number;
    this.slider.setAttribute("aria-valuetext", name);
    this.controls.querySelector("output").textContent = name;
    for (const button of this.controls.querySelectorAll("[data-go]")) {
      const atEnd = ["first", "back"].includes(button.dataset.go) ? 0 : this.last;
      button.setAttribute("aria-disabled", String(this.number === atEnd));
    }
    const heading = document.createElement("p");
    heading.className = "heading";
    heading.textContent = `${this.number}. ${step.querySelector("a")?.textContent || ""}`;
    const words = [...step.children].filter((child) => child.matches("p, ul"));
    this.now.replaceChildren(heading, ...words.map((child) => child.cloneNode(true)));
    this.steps.forEach((each) => each.classList.toggle("current", each === step));
    for (const each of this.steps) {
      each.querySelector("a")?.setAttribute("aria-current", each === step ? "step" : "false");
    }
    const list = step.parentElement;
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }

  /** A small board at each step of the list, if that is wanted: to print. */
  drawBoards() {
    this.article.querySelectorAll(".steps svg").forEach((drawing) => drawing.remove());
    this.article.toggleAttribute("data-boards", this.shows("boards"));
    if (this.shows("boards")) {
      this.steps.forEach((step, number) => {
        this.draw(number);
        step.append(copyOf(this.drawing));
      });
      this.draw(this.number);
    }
  }
}

/** A drawing as it is now, without what is hidden. */
function copyOf(drawing) {
  const copy = drawing.cloneNode(false);
  copy.removeAttribute("role");
  copy.setAttribute("aria-hidden", "true");
  const shown = [...drawing.children].filter(
    (shape) => !shape.matches("title, desc, style, .kk-off"),
  );
  copy.append(...shown.map((shape) => shape.cloneNode(true)));
  return copy;
}

/** The address of a frame, once one stays there: browsers allow few changes a second. */
function setAddress(name) {
  clearTimeout(setAddress.timer);
  setAddress.timer = setTimeout(() => history.replaceState(null, "", `#${name}`), 200);
}

const walkthroughs = [...document.querySelectorAll(".walkthrough")].map(
  (article) => new Walkthrough(article),
);

const MOVES = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
const SWITCHES = { c: "candidates", b: "boards" };

const use = sendKeys(walkthroughs, (one, event) => {
  const move = MOVES[event.key];
  const what = SWITCHES[event.key?.toLowerCase()];
  // The slider knows these keys itself; and where there is one frame, they scroll the page.
  const moves = move && one.last > 0 && event.target !== one.slider;
  if (event.altKey || event.ctrlKey || event.metaKey || !(moves || what)) {
    return false;
  }
  if (moves) {
    one.move(move);
  } else {
    one.toggle(what);
  }
  return true;
});

/** Goes to the frame that the address names, if it names one. */
function followAddress() {
  for (const one of walkthroughs) {
    const number = one.steps.findIndex((step) => `#${step.id}` === location.hash);
    if (number >= 0) {
      use(one);
      one.go(number);
      one.drawing.scrollIntoView({ block: "nearest" });
    }
  }
}

window.addEventListener("hashchange", followAddress);
followAddress();
// Once a page is there, browsers scroll to the step in the list: back to the board.
window.addEventListener("load", () => setTimeout(followAddress));
