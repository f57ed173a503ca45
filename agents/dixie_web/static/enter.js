'use strict';
// The page keeps the text of the board's file in this browser and sends it with every answer; the server keeps nothing.
const at = (id) => document.getElementById(id);
const FILE = 'dixie-board', DRAFTS = 'dixie-board-drafts', LARGEST = 60000;
let now = null, busy = false, growing = [];

function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// --- what this browser keeps -------------------------------------------------------------------------------

const memory = {};
function kept(key) {
  try { return localStorage.getItem(key); } catch { return memory[key] ?? null; }
}
function keep(key, value) {
  memory[key] = value;
  try {
    if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
  } catch { at('notes').replaceChildren(make('p', {}, 'This browser keeps nothing. Save the file before you close the page.')); }
}
function drafts() {
  try { return JSON.parse(kept(DRAFTS)) || {}; } catch { return {}; }
}
function keepDraft(number, boxes) {
  const all = drafts();
  if (boxes === null) delete all[number]; else all[number] = boxes;
  keep(DRAFTS, JSON.stringify(all));
}

// --- asking the server -------------------------------------------------------------------------------------

async function post(address, body) {
  try {
    const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    return { ...answer, error: answer.error || answer.detail || 'The server can\u2019t do this.' };
  } catch {
    return { error: 'The server does not answer. What you entered is safe in this browser; try again later.' };
  }
}

function complain(answer, place) {
  at(place || (now && now.kind !== 'end' ? 'error' : 'end-error')).textContent = answer.error;
  at('force').hidden = !answer.force;
}

async function go(body, place) {
  if (busy) return null;
  busy = true;
  const screen = await post('/api/board', { file: kept(FILE), ...body });
  busy = false;
  if (screen.error) {
    if (!now && !place) broken(screen); else complain(screen, place);
    return null;
  }
  if (body.boxes) keepDraft(body.number, null);
  if (screen.number || kept(FILE) || body.file) keep(FILE, screen.file);
  now = screen;
  const address = hashOf(screen.number);
  if (location.hash !== address) history.pushState(null, '', address);
  draw();
  return screen;
}

function broken(screen) {
  at('title').textContent = 'This page can\u2019t go on';
  at('words').textContent = screen.error;
  if (screen.file) at('words').append(' Go on with a file that you saved, or begin again.');
  at('other').firstElementChild.open = true;
}

// --- where we are: #1 is the first question, #end what comes behind the last ---------------------------------

const STEPS = Number(document.body.dataset.steps);
const hashOf = (number) => (number === STEPS ? '#end' : `#${number + 1}`);
function numberOfHash() {
  if (location.hash === '#end') return STEPS;
  const found = /^#(\d{1,2})$/.exec(location.hash);
  return found && found[1] >= 1 && found[1] <= STEPS ? Number(found[1]) - 1 : null;
}
window.addEventListener('popstate', () => {
  const number = numberOfHash();
  if (now && number !== null && number !== now.number) go({ number });
});

// --- the boxes ---------------------------------------------------------------------------------------------

function typed() {
  if (now.kind === 'length' || now.kind === 'numbers') {
    return [...document.querySelectorAll('#boxes input')].map((input) => input.value.trim());
  }
  return [...document.querySelectorAll('#boxes .space')].map((space) => space.chosen.join(''));
}

function noteDraft() {
  const boxes = typed();
  const same = JSON.stringify(boxes) === JSON.stringify(now.boxes.map((box) => box.value));
  keepDraft(now.number, same ? null : boxes);
}

function numberBox(box, value, index) {
  const label = make('label', { class: `box ${box.status}` });
  const input = make('input', { type: 'text', inputmode: 'numeric', maxlength: 60, enterkeyhint: 'next',
    placeholder: box.assumed ? `${box.assumed}?` : '?', 'aria-label': `${now.thing} ${box.label}` });
  if (box.golden) label.classList.add('golden');
  input.value = value;
  label.mark = () => label.classList.toggle('changed', input.value.trim() !== '' && input.value.trim() !== box.value);
  input.oninput = () => {
    const words = input.value.split(/[\s,;]+/);
    const inputs = [...document.querySelectorAll('#boxes input')].slice(index);
    if (words.length > 1) { // a whole row at once, or a blank that leads to the next box
      words.slice(0, inputs.length).forEach((word, step) => {
        if (word || step < words.length - 1) inputs[step].value = word;
      });
      inputs[Math.min(words.length, inputs.length) - 1].focus();
    }
    for (const other of document.querySelectorAll('#boxes label')) other.mark();
    noteDraft();
  };
  label.mark();
  label.append(input, make('span', {}, box.label + (box.golden ? ', golden' : '')));
  return label;
}

function icon(symbol) {
  const SVG = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use');
  picture.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#dx-${symbol}`);
  picture.append(use);
  return picture;
}

function split(value) { // letters of foods, or one word
  if (now.kind === 'results') return value ? [value] : [];
  return [...value];
}

function tapBox(box, value) {
  const space = make('div', { class: `space ${box.status}`, role: 'group', 'aria-label': `${now.thing} ${box.label}` });
  const slots = make('div', { class: 'slots' }), choices = make('div', { class: 'choices' });
  const find = (one) => now.choices.find((choice) => choice.value === one);
  space.chosen = split(value).filter(find).slice(0, now.icons);
  const change = () => {
    slots.replaceChildren(...Array.from({ length: now.icons }, (_, place) => {
      const choice = find(space.chosen[place]);
      if (!choice) return make('span', {}, '?');
      const button = make('button', { type: 'button', 'aria-label': `${choice.word}: take it away` });
      button.append(icon(choice.symbol));
      button.onclick = () => { space.chosen.splice(place, 1); change(); noteDraft(); };
      return button;
    }));
    space.classList.toggle('changed', space.chosen.length > 0 && space.chosen.join('') !== box.value);
  };
  for (const choice of now.choices) {
    const button = make('button', { type: 'button', title: choice.word,
      'aria-label': `${choice.word} on ${now.thing} ${box.label}` });
    button.append(icon(choice.symbol));
    button.onclick = () => {
      if (space.chosen.length >= now.icons) space.chosen.pop(); // full: the last one makes room
      space.chosen.push(choice.value);
      change();
      noteDraft();
    };
    choices.append(button);
  }
  change();
  space.append(make('h3', {}, now.kind === 'results' ? `face ${box.label}` : box.label), slots, choices);
  if (box.assumed) {
    const words = split(box.assumed).map((one) => find(one).word);
    space.append(make('p', {}, `assumed: ${words.join(', ')}`));
  }
  return space;
}

function drawBoxes() {
  const tap = now.kind === 'foods' || now.kind === 'results';
  at('boxes').replaceChildren(...growing.map(({ box, value }, index) => (
    tap ? tapBox(box, value) : numberBox(box, value, index))));
  at('fewer').disabled = growing.length < 2;
}

function startBoxes() {
  const draft = drafts()[now.number];
  const fits = Array.isArray(draft) && draft.every((value) => typeof value === 'string')
    && (now.grows ? draft.length > 0 && draft.length <= 32 : draft.length === now.boxes.length);
  const values = fits ? draft : now.boxes.map((box) => box.value);
  growing = values.map((value, index) => ({ box: now.boxes[index] || newBox(index), value }));
  drawBoxes();
}

const newBox = (index) => ({ label: String(index + 1), value: '', assumed: '', status: 'assumed', golden: false });
function grow(by) {
  const values = typed();
  growing = growing.map(({ box }, index) => ({ box, value: values[index] }));
  if (by > 0 && growing.length < 32) growing.push({ box: newBox(growing.length), value: '' });
  if (by < 0 && growing.length > 1) growing.pop();
  drawBoxes();
  noteDraft();
}
at('more').onclick = () => { grow(1); at('boxes').lastElementChild.querySelector('input').focus(); };
at('fewer').onclick = () => grow(-1);

// --- the screen --------------------------------------------------------------------------------------------

function crop(picture, [x, y, width, height]) { // for a narrow page: only what is asked for, and what is around it
  const wide = Math.min(width + 40, 620), high = Math.max(height + 60, 240);
  const [, , right, bottom] = picture.getAttribute('viewBox').split(' ').map(Number);
  const left = Math.max(0, Math.min(x - 20, right - wide)), top = Math.max(0, Math.min(y + height / 2 - high / 2, bottom - high));
  picture.setAttribute('viewBox', `${left} ${top} ${wide} ${high}`);
  picture.removeAttribute('width');
  picture.removeAttribute('height');
}

function drawSteps() {
  const states = { all: 'all is known or yours', some: 'partly known or yours', none: 'open' };
  const open = drafts();
  at('steps').replaceChildren(...[...now.steps, null].map((step, number) => {
    const item = make('li'), end = step === null;
    const about = end ? 'The end' : `${number + 1}, ${step.title}: ${states[step.state]}${open[number] ? ' (* not sent yet)' : ''}`;
    const link = make('a', { href: hashOf(number), class: end ? 'end' : step.state, title: about, 'aria-label': about },
      end ? 'End' : String(number + 1) + (open[number] ? '*' : ''));
    if (number === now.number) link.setAttribute('aria-current', 'step');
    item.append(link);
    return item;
  }));
}

function draw() {
  const end = now.kind === 'end';
  drawSteps();
  document.querySelector('main').classList.toggle('done', end);
  at('count').textContent = end ? '' : `Question ${now.number + 1} of ${STEPS}`;
  at('title').textContent = now.title;
  at('words').textContent = now.words;
  const unsent = end ? Object.keys(drafts()).map((number) => Number(number) + 1).filter((number) => number <= STEPS) : [];
  const notes = [...now.notes];
  if (unsent.length) notes.push(`You left question ${unsent.join(', ')} without \u201cNext\u201d, so what you wrote there does not count yet.`);
  at('notes').replaceChildren(...notes.map((note) => make('p', {}, note)));
  for (const id of ['error', 'end-error', 'file-error']) at(id).textContent = '';
  at('force').hidden = true;
  at('form').hidden = end;
  at('end').hidden = !end;
  at('where').hidden = end;
  const whole = at('whole').firstElementChild;
  whole.innerHTML = now.picture;
  if (end) {
    link(at('save-picture'), now.picture, 'image/svg+xml', now.name.replace(/\.yaml$/, '.svg'));
    link(at('save'), now.file, 'application/yaml', now.name);
    at('where').replaceChildren();
  } else {
    at('where').innerHTML = now.picture;
    crop(at('where').firstElementChild, now.area);
    at('hint').textContent = now.hint;
    at('grow').hidden = !now.grows;
    at('back').disabled = now.number === 0;
    at('next').textContent = now.number + 1 < STEPS ? 'Next' : 'Finish';
    startBoxes();
  }
  link(at('save-now'), now.file, 'application/yaml', 'my-board.yaml');
  const first = [...document.querySelectorAll('#boxes input')].find((input) => !input.value);
  window.scrollTo(0, 0);
  if (!end && first && matchMedia('(pointer: fine)').matches) first.focus({ preventScroll: true });
  else at('title').focus({ preventScroll: true });
}

function link(element, text, type, name) {
  if (element.href) URL.revokeObjectURL(element.href);
  element.href = URL.createObjectURL(new Blob([text], { type }));
  element.download = name;
}

// --- buttons -----------------------------------------------------------------------------------------------

function next(force) {
  at('error').textContent = '';
  at('force').hidden = true;
  return go({ number: now.number, boxes: typed(), force });
}
at('form').onsubmit = (event) => { event.preventDefault(); next(false); };
at('forced').onclick = () => next(true);
at('back').onclick = () => go({ number: now.number - 1 });
at('again').onclick = () => {
  if (!confirm('Begin again? What you entered is gone then, unless you saved the file.')) return;
  keep(FILE, null);
  keep(DRAFTS, null);
  history.replaceState(null, '', location.pathname);
  location.reload();
};
at('file').onchange = async () => {
  const file = at('file').files[0];
  at('file').value = '';
  if (!file) return;
  if (file.size > LARGEST) { complain({ error: 'This file is too large for a board.' }, 'file-error'); return; }
  const replaces = kept(FILE) && !confirm('Replace what you have entered on this page by the file?');
  if (replaces) return;
  at('file-error').textContent = '';
  if (await go({ file: await file.text(), number: null }, 'file-error')) { keep(DRAFTS, null); draw(); }
};
at('play').onclick = async () => {
  const links = await post('/api/tables', { seats: ['person', 'balanced', 'balanced'], board: now.file });
  if (links.error) complain(links, 'end-error'); else location.href = links['seat 0'];
};

(async () => {
  const before = kept(FILE);
  const screen = await go({ number: numberOfHash() });
  if (screen && before && screen.number) {
    const words = screen.kind === 'end' ? 'Welcome back. You have been asked everything.' : 'Welcome back. You go on where you stopped.';
    at('notes').prepend(make('p', {}, words));
  }
})();
