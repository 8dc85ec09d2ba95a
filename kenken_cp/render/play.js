"use strict";

/* Puzzles to play: values and pencil marks are entered, taken back and checked, and hints are given
   in words. All that a game knows is in the page, as play.py writes and describes it.

   Over the drawing of the board lies a grid of cells to choose from, which are named for those who
   do not see the drawing. */

/** What a cell holds: `{value, marks}`, which is never changed but replaced. */
const OPEN = Object.freeze({ value: null, marks: [] });

const START = "Choose a cell, then enter its value. Help lists the keys.";

const SOLVED = "Solved: every value is right.";

/** Milliseconds within which a digit belongs to the one before it. */
const PAUSE = 1500;

/** How many rows, and how many columns, a key goes down and to the right. */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const KEYS = {
  p: "togglePencil",
  " ": "togglePencil",
  Backspace: "erase",
  Delete: "erase",
  u: "undo",
  "Ctrl+z": "undo",
  r: "redo",
  "Ctrl+y": "redo",
  "Ctrl+Shift+z": "redo",
  c: "check",
  h: "hint",
};

/** The data of a game. They are hidden from eyes only: who wants to read them can. */
function unhidden(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

function sameContent(one, other) {
  return one.value === other.value && String(one.marks) === String(other.marks);
}

/** One puzzle of the page. */
class Game {
  /** `before` are the games above it on the page: a puzzle that is twice on it is kept twice. */
  constructor(article, before) {
    this.article = article;
    this.drawing = article.querySelector(".board svg");
    this.shapes = cellsOf(this.drawing);
    Object.assign(this, unhidden(article.querySelector("script").textContent));
    while (before.some((game) => game.key === this.key)) {
      this.key += " again";
    }
    this.names = this.cells.flat();
    this.givens = new Map(this.givens);
    this.solution = new Map(this.solution);
    this.cageOf = new Map(this.cages.flatMap((cage) => cage.cells.map((cell) => [cell, cage])));
    this.peers = new Map(
      this.names.map((cell) => {
        const groups = this.groups.filter((group) => group.includes(cell));
        return [cell, new Set(groups.flat())];
      }),
    );
    this.start = new Map(
      this.names.map((cell) => [cell, { value: this.givens.get(cell) ?? null, marks: [] }]),
    );
    this.past = []; // boards before moves, each with the cell of the move: {board, cell}
    this.future = []; // boards of moves that were taken back
    this.wrong = []; // entries that are shown to be wrong
    this.pencil = false;
    this.typed = null; // the value typed last, where, and when
    this.counted = false; // whether the number of wrong entries was said, since the last move
    this.hinted = null; // the step that Hint points to, and whether it was explained: {step, said}
    this.chosen = this.names[0];
    this.build();
    this.recall();
    this.redraw();
    this.connect();
  }

  isOpen(cell) {
    return this.board.get(cell).value === null;
  }

  /** The cells that the player has filled. */
  get entries() {
    return this.names.filter((cell) => !this.isOpen(cell) && !this.givens.has(cell));
  }

  get mistakes() {
    return this.entries.filter((cell) => this.board.get(cell).value !== this.solution.get(cell));
  }

  get isFull() {
    return !this.names.some((cell) => this.isOpen(cell));
  }

  // --- moves ---

  /** Makes a move: what cells are to hold, as [cell, content], the one that matters first. */
  move(contents) {
    const changes = contents.filter(([cell, after]) => !sameContent(this.board.get(cell), after));
    if (changes.length > 0) {
      this.past.push({ board: this.board, cell: changes[0][0] });
      this.future = [];
      this.setBoard(new Map([...this.board, ...changes]));
    }
  }

  setBoard(board) {
    this.wrong = this.wrong.filter((cell) => sameContent(board.get(cell), this.board.get(cell)));
    this.counted = false;
    this.hinted = null;
    this.board = board;
    this.keep();
    this.redraw();
    const full = this.mistakes.length > 0 ? "The board is full, but something is wrong." : SOLVED;
    this.say(this.isFull ? full : "");
  }

  undo() {
    this.turnBack(this.past, this.future, "Undone");
  }

  redo() {
    this.turnBack(this.future, this.past, "Done again");
  }

  /** Goes to the last board of some, keeps the present one among others, and says which cell it is
      about. */
  turnBack(boards, others, what) {
    const last = boards.pop();
    if (last) {
      others.push({ board: this.board, cell: last.cell });
      this.setBoard(last.board);
      this.choose(last.cell);
      this.echo(`${what}: ${this.nameOf(last.cell)}`);
    }
  }

  /** Enters a value in the chosen cell; in pencil mode adds or removes a pencil mark. */
  enter(value) {
    const { value: before, marks } = this.board.get(this.chosen);
    if (this.givens.has(this.chosen)) {
      this.say(`${this.chosen} is given.`);
    } else if (!this.pencil) {
      this.move(this.placed(this.chosen, value));
    } else if (before === null) {
      const others = marks.filter((mark) => mark !== value);
      const added = others.length === marks.length ? [value] : [];
      const after = [...others, ...added].sort((one, other) => one - other);
      this.move([[this.chosen, { value: null, marks: after }]]);
    } else {
      this.say(`${this.chosen} has a value: erase it for pencil marks.`);
    }
    this.echo(this.nameOf(this.chosen));
  }

  /** A value in a cell; its pencil mark goes from the cells that must differ. */
  placed(cell, value) {
    const seen = [...this.peers.get(cell)].filter((peer) => peer !== cell && this.isOpen(peer));
    return [
      [cell, { value, marks: this.board.get(cell).marks }],
      ...seen.map((peer) => {
        const marks = this.board.get(peer).marks.filter((mark) => mark !== value);
        return [peer, { value: null, marks }];
      }),
    ];
  }

  /** Erases the value of the chosen cell, or its pencil marks if it has no value. */
  erase() {
    const { value, marks } = this.board.get(this.chosen);
    if (this.givens.has(this.chosen)) {
      this.say(`${this.chosen} is given.`);
    } else {
      this.move([[this.chosen, { value: null, marks: value === null ? [] : marks }]]);
    }
    this.echo(this.nameOf(this.chosen));
  }

  again() {
    const moves = this.past.length;
    this.move([...this.start]);
    const erased = this.past.length > moves;
    this.say(erased ? "Everything is erased. Undo brings it back." : "Nothing is to be erased.");
  }

  /** Takes a digit or a minus. It goes on what was typed last in that cell, if a value begins so:
      where that was entered, it is taken back for the longer one. */
  type(letter) {
    const last = this.typed?.cell === this.chosen && performance.now() - this.typed.at < PAUSE;
    const begins = (text) => this.values.some((value) => String(value).startsWith(text));
    const goesOn = last && begins(this.typed.text + letter);
    const text = goesOn ? this.typed.text + letter : letter;
    const value = this.values.find((each) => String(each) === text);
    if (goesOn && this.past.length > this.typed.moves) {
      this.setBoard(this.past.pop().board);
    }
    this.typed = { text, cell: this.chosen, at: performance.now(), moves: this.past.length };
    if (value !== undefined) {
      this.enter(value);
    } else if (begins(text)) {
      this.say(`${text}...`);
    } else if (letter === "0") {
      this.erase();
    } else {
      this.say(`No value begins with ${letter}.`);
    }
  }

  // --- check and hint ---

  check() {
    const wrong = this.mistakes;
    if (wrong.length === 0) {
      this.say(this.isFull ? SOLVED : `Entries: ${this.entries.length}. All are right so far.`);
    } else if (!this.counted) {
      this.counted = true;
      this.say(`Wrong entries: ${wrong.length}. Check again shows which.`);
    } else {
      this.wrong = wrong;
      this.redraw();
      this.say(`Wrong: ${wrong.join(", ")}.`);
    }
  }

  /** A hint: where to look, then what follows there, then that is entered. */
  hint() {
    if (this.mistakes.length > 0) {
      this.counted = true;
      this.say("Some entry is wrong: mend that first. Check shows which.");
    } else if (this.isFull) {
      this.say(SOLVED);
    } else if (!this.hinted) {
      this.hinted = { step: this.nextStep(), said: false };
      const { technique, look } = this.hinted.step;
      this.redraw();
      this.say(`Look at ${look}: ${technique}. Hint again says what follows.`);
    } else if (!this.hinted.said) {
      this.hinted.said = true;
      this.redraw();
      this.say(`${this.hinted.step.text} Hint again enters it.`);
    } else {
      const { step } = this.hinted;
      const places = step.places.filter(([cell]) => this.isOpen(cell));
      const contents = places.flatMap(([cell, value]) => this.placed(cell, value));
      this.move(contents.length > 0 ? contents : this.narrowed(step));
      this.choose((places[0] || step.left[0])[0]);
      if (!this.isFull) {
        this.say(`Entered: ${step.text}`);
      }
      this.echo(this.nameOf(this.chosen));
    }
  }

  /** The pencil marks that a step leaves to open cells. */
  narrowed(step) {
    return step.left
      .filter(([cell]) => this.isOpen(cell))
      .map(([cell, values]) => {
        const { marks } = this.board.get(cell);
        const right = marks.includes(this.solution.get(cell));
        const both = marks.filter((mark) => values.includes(mark));
        return [cell, { value: null, marks: right ? both : values }];
      });
  }

  /** The first step on the shortest way to a value. A guess is no deduction: it comes last. */
  nextStep() {
    const ways = []; // to each step: the numbers of those that it rests on, and its own
    let shortest = Infinity;
    let first = null;
    this.steps.forEach((step, number) => {
      const unseen = step.rests.filter(([, cell, values]) =>
        values.some((value) => !this.isGone(cell, value)),
      );
      ways.push(new Set([...unseen.flatMap(([earlier]) => [...ways[earlier]]), number]));
      const way = [...ways[number]];
      const guesses = way.filter((each) => this.steps[each].guess).length;
      const length = way.length + guesses * this.steps.length;
      if (length < shortest && step.places.some(([cell]) => this.isOpen(cell))) {
        shortest = length;
        first = this.steps[Math.min(...way)];
      }
    });
    return first;
  }

  /** Whether it is plain from the board that a cell does not hold a value. Pencil marks without the
      right value say nothing. */
  isGone(cell, value) {
    const { value: held, marks } = this.board.get(cell);
    return (
      held !== null ||
      (marks.includes(this.solution.get(cell)) && !marks.includes(value)) ||
      [...this.peers.get(cell)].some((peer) => this.board.get(peer).value === value)
    );
  }

  // --- what is seen and heard ---

  /** Lays the cells to choose from over the drawing, and shows what works with scripts alone. */
  build() {
    const { width, height } = this.drawing.viewBox.baseVal;
    const percent = (length, whole) => `${(100 * length.baseVal.value) / whole}%`;
    this.buttons = new Map();
    for (const button of this.article.querySelectorAll("[data-choose]")) {
      const cell = button.dataset.choose;
      const box = this.shapes.get(cell).tints.get("basis");
      button.style.left = percent(box.x, width);
      button.style.top = percent(box.y, height);
      button.style.width = percent(box.width, width);
      button.style.height = percent(box.height, height);
      this.buttons.set(cell, button);
    }
    this.drawing.setAttribute("aria-hidden", "true"); // the grid says it all
    this.article.querySelectorAll("[hidden]").forEach((each) => each.removeAttribute("hidden"));
  }

  redraw() {
    const { step, said } = this.hinted || {};
    const held = [...this.board];
    const shown = {
      values: Object.fromEntries(held.map(([cell, { value }]) => [cell, value])),
      candidates: Object.fromEntries(held.map(([cell, { marks }]) => [cell, marks])),
      eliminated: {},
      basis: new Set(step?.cells),
      placed: new Set(said ? step.places.map(([cell]) => cell) : []),
      marked: new Set(this.wrong),
    };
    draw(this.shapes, shown, true);
    for (const [cell, button] of this.buttons) {
      button.setAttribute("aria-label", this.nameOf(cell));
    }
    const action = (name) => this.article.querySelector(`[data-do=${name}]`);
    action("undo").setAttribute("aria-disabled", this.past.length === 0);
    action("redo").setAttribute("aria-disabled", this.future.length === 0);
    action("togglePencil").setAttribute("aria-pressed", this.pencil);
    this.article.classList.toggle("solved", this.isFull && this.mistakes.length === 0);
    this.choose(this.chosen);
  }

  /** A cell in words. */
  nameOf(cell) {
    const { value, marks } = this.board.get(cell);
    const words = [cell];
    if (value !== null) {
      words.push(`${written(value)} ${this.givens.has(cell) ? "given" : "entered"}`);
    } else {
      words.push(marks.length > 0 ? `perhaps ${marks.map(written).join(" ")}` : "open");
    }
    if (this.wrong.includes(cell)) {
      words.push("wrong");
    }
    const cage = this.cageOf.get(cell);
    if (cage) {
      const others = cage.cells.filter((other) => other !== cell).join(" ");
      words.push(`cage ${cage.clue}${others && ` with ${others}`}`);
    }
    return words.join(", ");
  }

  choose(cell, focuses = false) {
    this.chosen = cell;
    const cage = this.cageOf.get(cell)?.cells || [];
    for (const [each, button] of this.buttons) {
      button.tabIndex = each === cell ? 0 : -1;
      button.setAttribute("aria-selected", each === cell);
      button.classList.toggle("in-group", this.peers.get(cell).has(each));
      button.classList.toggle("in-cage", cage.includes(each));
    }
    if (focuses) {
      this.buttons.get(cell).focus();
    }
  }

  /** Says something to everybody. */
  say(text) {
    this.article.querySelector(".message").textContent = text;
  }

  /** Says something to those only who hear the page: others see it. */
  echo(text) {
    this.article.querySelector(".echo").textContent = text;
  }

  // --- what is kept ---

  /** Keeps the board until the page is opened again, where the browser allows it. */
  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.board]));
    } catch {
      // Then it is not kept.
    }
  }

  recall() {
    this.board = this.start;
    try {
      const stored = new Map(JSON.parse(localStorage.getItem(this.key)));
      if (this.names.every((cell) => stored.get(cell)?.marks)) {
        this.board = stored;
      }
    } catch {
      // The browser does not allow it, or keeps something else.
    }
    const untouched = (cell) => sameContent(this.board.get(cell), this.start.get(cell));
    this.say(this.names.every(untouched) ? START : "The board is as you left it.");
  }

  // --- buttons and keys ---

  connect() {
    // The chosen cell keeps the focus, so that keys go on working after a button.
    this.article.addEventListener("mousedown", (event) => {
      if (event.target.closest("button")) {
        event.preventDefault();
      }
    });
    this.article.addEventListener("click", (event) => {
      const clicked = event.target.closest("[data-choose], button");
      const { choose, enter, do: action } = clicked?.dataset || {};
      this.typed = null;
      if (choose) {
        this.choose(choose, true);
      } else if (enter) {
        this.enter(Number(enter));
      } else if (action) {
        this[action]();
      }
    });
  }

  /** Digits are pencil marks from now on, or values again. */
  togglePencil() {
    this.pencil = !this.pencil;
    this.redraw();
    this.say(`Digits are ${this.pencil ? "pencil marks" : "values"} now.`);
  }

  /** Does what a key is for; returns whether it is for anything. */
  handleKey(key, target) {
    if (target.matches("button") && [" ", "Enter"].includes(key)) {
      return false;
    }
    if (/^[0-9-]$/.test(key)) {
      this.type(key);
      return true;
    }
    this.typed = null;
    if (key in KEYS) {
      this[KEYS[key]]();
    } else if (key in STEPS) {
      this.go(STEPS[key]);
    }
    return key in KEYS || key in STEPS;
  }

  /** Chooses a cell so many rows down and so many columns to the right, within the board. */
  go([down, right]) {
    const row = this.cells.findIndex((names) => names.includes(this.chosen));
    const column = this.cells[row].indexOf(this.chosen);
    const within = (wanted, names) => names[Math.min(Math.max(wanted, 0), names.length - 1)];
    this.choose(within(column + right, within(row + down, this.cells)), true);
  }
}

const games = [];

for (const article of document.querySelectorAll(".game")) {
  games.push(new Game(article, games));
}

sendKeys(games, (game, key, target) => game.handleKey(key, target));
