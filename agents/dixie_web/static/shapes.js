'use strict';
// What every part of the page draws with: elements, symbols, discs of seats, texts with discs in them.
const at = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const texts = JSON.parse(at('words').textContent);
const SEAT_MARK = 0xe000; // seats in texts are private characters: dixie_env/clauses.py
let names = [];

function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function symbol(name) {
  const picture = draw('svg', { class: 'ic dixie dixie-auto', viewBox: '0 0 20 20', 'aria-hidden': 'true' });
  picture.append(draw('use', { href: `#dx-${name}`, class: texts.inherited[name] || '' }));
  return picture;
}

function disc(seat) {
  const picture = draw('svg', { class: 'chip dixie', viewBox: '0 0 20 20', role: 'img', 'aria-label': String(seat) });
  if (names[seat]) picture.append(draw('title', {}, `${seat} (${names[seat]})`));
  picture.append(draw('circle', { cx: 10, cy: 10, r: 9.5, class: `s${seat}` }),
    draw('text', { x: 10, y: 15, class: `i${seat} m b`, style: 'font-size:14px' }, String(seat)));
  return picture;
}

// a text of the server, with a disc wherever it names a seat
function rich(element, text) {
  let plain = '';
  element.replaceChildren();
  for (const letter of text) {
    const seat = letter.codePointAt(0) - SEAT_MARK;
    if (seat < 0 || seat > 5) { plain += letter; continue; }
    element.append(plain, disc(seat));
    plain = '';
  }
  element.append(plain);
  return element;
}

// the same for a label, where there is no disc
function plainly(text) {
  return [...text].map((letter) => {
    const seat = letter.codePointAt(0) - SEAT_MARK;
    return seat >= 0 && seat <= 5 ? String(seat) : letter;
  }).join('');
}

// --- places ------------------------------------------------------------------------------------------------

function found(place) {
  return document.querySelector(`#parts [data-place="${place}"]`) || document.querySelector(`#parts [data-part="${place}"]`);
}

// a place on the board, or what it belongs to where the place itself is not drawn, as behind a screen
function placeOf(place) {
  const exact = found(place);
  if (exact) return exact;
  const [kind, owner] = place.split('-');
  const wider = { goods: `screen-${owner}`, slot: `screen-${owner}`, slave: `mine-${owner}`, ability: 'display', bag: 'bag',
    silver: 'silver-track', gold: 'gold-track', supply: 'supply' }[kind];
  return wider ? found(wider) : null;
}

function light(places) {
  at('spots').replaceChildren();
  for (const place of places) {
    const element = placeOf(place);
    if (!element) continue;
    const box = element.getBBox();
    at('spots').append(draw('rect', { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 8, class: 'spot-light' }));
  }
}
