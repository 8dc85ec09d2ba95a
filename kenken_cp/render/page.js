"use strict";

/* Shows any frame of a walkthrough, from the data that page.py writes and describes. */

/** The board in a frame: values and candidates by the names of cells, as the frames up to it have
    changed them, and what this frame alone says of cells. */
function boardAt(frames, number) {
  const upTo = frames.slice(0, number + 1);
  const board = {
    values: Object.assign({}, ...upTo.map((frame) => frame.values)),
    candidates: Object.assign({}, ...upTo.map((frame) => frame.candidates)),
    eliminated: frames[number].eliminated || {},
  };
  for (const kind of TINTS) {
    board[kind] = new Set(frames[number][kind]);
  }
  return board;
}

/** One puzzle of the page. */
class Walkthrough {
  constructor(article) {
    const data = JSON.parse(article.querySelector("script").textContent);
    this.article = article;
    this.drawing = article.querySelector(".board > svg");
    this.cells = cellsOf(this.drawing);
    this.about = data.about;
    this.frames = data.frames;
    this.steps = [...article.querySelectorAll(".steps > li")];
    this.last = this.steps.length - 1;
    this.slider = article.querySelector("input[type=range]");
    this.candidates = article.querySelector("input[type=checkbox]");
    this.now = article.querySelector(".now");
    this.connect();
    this.go(0);
  }

  connect() {
    this.article.querySelector(".controls").hidden = false;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.candidates.addEventListener("change", () => this.go(this.number));
    this.article.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      const step = this.steps.indexOf(event.target.closest(".steps a")?.parentElement);
      if (button) {
        this.move(button.dataset.go);
      } else if (step >= 0) {
        this.go(step);
      }
    });
  }

  move(where) {
    const numbers = { first: 0, back: this.number - 1, next: this.number + 1, last: this.last };
    this.go(numbers[where]);
  }

  /** Shows a frame. */
  go(number) {
    this.number = Math.min(Math.max(number, 0), this.last);
    const board = boardAt(this.frames, this.number);
    draw(this.cells, board, this.candidates.checked);
    const filled = [...this.cells.keys()].filter((cell) => (board.values[cell] ?? null) !== null);
    const words = filled.map((cell) => `${cell} ${board.values[cell]}`).join(", ") || "no value";
    this.drawing.querySelector("desc").textContent = `${this.about} On the board now: ${words}.`;
    if (this.last > 0) {
      this.tell();
    }
  }

  /** Words, the slider and the list for the frame that is shown. */
  tell() {
    const current = this.steps[this.number];
    const name = `${this.number} of ${this.last}`;
    this.slider.value = this.number;
    this.slider.setAttribute("aria-valuetext", name);
    this.article.querySelector("output").textContent = name;
    this.now.hidden = false;
    const heading = document.createElement("strong");
    heading.textContent = current.querySelector("a")?.textContent || "";
    const words = [...current.children].filter((child) => child.matches("p, ul"));
    this.now.replaceChildren(heading, ...words.map((child) => child.cloneNode(true)));
    for (const step of this.steps) {
      step.classList.toggle("current", step === current);
      step.querySelector("a")?.setAttribute("aria-current", step === current ? "step" : "false");
    }
    const list = current.parentElement;
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }
}

const walkthroughs = [...document.querySelectorAll(".walkthrough")].map(
  (article) => new Walkthrough(article),
);

const MOVES = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };

const use = sendKeys(walkthroughs, (one, key, target) => {
  // The slider knows these keys itself; and where there is one frame, they scroll the page.
  if (key in MOVES && one.last > 0 && target !== one.slider) {
    one.move(MOVES[key]);
    return true;
  }
  if (key === "c") {
    one.candidates.click();
  }
  return key === "c";
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
