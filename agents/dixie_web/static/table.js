'use strict';
const at = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const name = location.pathname.split('/').pop();
const groups = {};
let socket = null, delay = 300, ask = null, view = null, told = 0, hadFocus = false;

function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function secret() {
  const known = JSON.parse(localStorage.getItem('dixie') || '{}');
  const given = location.hash.slice(1);
  if (given) {
    known[name] = given;
    localStorage.setItem('dixie', JSON.stringify(known));
  }
  return given || null;
}

// --- the connection ----------------------------------------------------------------------------------------

function connect() {
  socket = new WebSocket(`ws://${location.host}/ws/${name}`);
  socket.onopen = () => {
    delay = 300;
    socket.send(JSON.stringify({ type: 'hello', secret: secret() }));
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'view') show(message);
    else if (message.type === 'hint') advise(message);
    else {
      at('error').textContent = message.words;
      if (ask) delete ask.sent;
    }
  };
  socket.onclose = () => {
    at('status').textContent = 'Connection lost. Your game is safe. Reconnecting…';
    setTimeout(connect, delay);
    delay = Math.min(5000, delay * 2);
  };
}

function choose(option) {
  if (!ask || ask.sent) return;
  ask.sent = true;
  socket.send(JSON.stringify({ type: 'choose', option, turn: ask.turn }));
}

// --- the board ---------------------------------------------------------------------------------------------

function draw(parts, gone) {
  for (const part of gone) {
    if (groups[part]) { groups[part].remove(); delete groups[part]; }
  }
  for (const [part, content] of Object.entries(parts)) {
    if (!groups[part]) {
      groups[part] = document.createElementNS(SVG, 'g');
      groups[part].setAttribute('data-part', part);
      at('parts').append(groups[part]);
    }
    groups[part].innerHTML = content;
  }
}

function light() {
  for (const element of document.querySelectorAll('#board .open')) {
    element.classList.remove('open');
    for (const attribute of ['role', 'tabindex', 'aria-label']) element.removeAttribute(attribute);
  }
  const places = {};
  for (const option of ask ? ask.options : []) {
    if (option.place) (places[option.place] ||= []).push(option);
  }
  for (const [place, options] of Object.entries(places)) {
    const element = document.querySelector(`#board [data-place="${place}"]`);
    if (!element) continue;
    element.classList.add('open');
    element.setAttribute('role', 'button');
    element.setAttribute('tabindex', '0');
    element.setAttribute('aria-label', options.map((option) => option.words).join(', or '));
  }
}

function click(target) {
  const element = target.closest('#board .open');
  if (!element || !ask) return;
  const options = ask.options.filter((option) => option.place === element.dataset.place);
  if (options.length === 1) choose(options[0].option);
  else document.querySelector(`#options button[data-option="${options[0].option}"]`).focus();
}

at('board').addEventListener('click', (event) => click(event.target));
at('board').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); click(event.target); }
});

// --- the question ------------------------------------------------------------------------------------------

function drawQuestion() {
  hadFocus = hadFocus || at('options').contains(document.activeElement) || document.activeElement === document.body;
  at('advised').textContent = '';
  at('advice').hidden = !ask;
  at('end').hidden = !view.over;
  at('back').hidden = !(ask && ask.back);
  if (!ask) {
    const waiting = view.waiting.map((seat) => `seat ${seat} (${view.seats[seat]})`).join(', ');
    at('asked').textContent = view.over ? 'The game is over' : `Waiting for ${waiting}`;
    at('options').replaceChildren();
    return;
  }
  at('asked').textContent = `Your decision: ${ask.kind.replaceAll('_', ' ')}`;
  const amounts = ask.options.every((option) => option.option.startsWith('amount:'));
  at('options').className = amounts ? 'amounts' : '';
  at('options').replaceChildren(...ask.options.map((option) => {
    const words = amounts ? option.option.slice(7) : option.words;
    const button = make('button', { type: 'button', 'data-option': option.option }, words);
    if (amounts) button.setAttribute('aria-label', option.words);
    button.onclick = () => choose(option.option);
    return button;
  }));
  if (hadFocus) { at('options').firstElementChild.focus({ preventScroll: true }); hadFocus = false; }
}

at('options').addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...at('options').children];
  const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
  buttons[next].focus();
});

function advise(message) {
  if (!ask || message.turn !== ask.turn) return;
  for (const button of at('options').children) button.classList.remove('advised');
  const lines = message.rows.slice(0, 5).map(([option, visits, value]) => {
    const found = ask.options.find((other) => other.option === option);
    const numbers = visits === null ? '' : ` (${visits} visits, ${value.toFixed(2)})`;
    return `${found ? found.words : option}${numbers}`;
  });
  const button = document.querySelector(`#options button[data-option="${message.rows[0][0]}"]`);
  if (button) button.classList.add('advised');
  at('advised').textContent = `${message.agent}: ${lines.join('; ')}`;
}

at('back').onclick = () => {
  hadFocus = true;
  socket.send(JSON.stringify({ type: 'back' }));
};
at('hint').onclick = () => {
  at('advised').textContent = 'Thinking…';
  socket.send(JSON.stringify({ type: 'hint', agent: at('agent').value }));
};

// --- everything --------------------------------------------------------------------------------------------

function show(message) {
  const sameQuestion = ask && JSON.stringify(ask) === JSON.stringify(message.ask);
  view = message;
  ask = message.ask;
  at('error').textContent = '';
  draw(message.parts, message.gone);
  const who = message.seat === null ? 'You are watching.' : `You are seat ${message.seat}.`;
  at('status').textContent = message.over ? `${who} The game is over.` : `${who} Round ${message.round}, ${message.phase}.`;
  if (!sameQuestion) drawQuestion();
  light();
  at('replay').href = `/table/${name}/replay`;
  at('record').href = `/api/tables/${name}/record`;
  const lines = message.log;
  if (lines.length < told || told === 0 || lines.length === 400) { at('log').replaceChildren(); told = 0; }
  at('log').append(...lines.slice(told).map((line) => make('li', {}, line)));
  told = lines.length;
  at('log').scrollTop = at('log').scrollHeight;
}

(async () => {
  const choices = await (await fetch('/api/choices')).json();
  for (const agent of choices.agents) at('agent').append(make('option', {}, agent));
  at('agent').value = choices.agents[choices.agents.length - 1];
  connect();
})();
