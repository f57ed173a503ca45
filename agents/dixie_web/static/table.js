'use strict';
const table = location.pathname.split('/').pop();
const phone = matchMedia('(max-width: 800px)');
const WHOLE = at('board').getAttribute('viewBox');
const groups = {}, queue = [];
let socket = null, delay = 300, ask = null, view = null, hadFocus = false, showing = false;

function secret() {
  const known = JSON.parse(localStorage.getItem('dixie') || '{}');
  const given = location.hash.slice(1);
  if (given) {
    known[table] = given;
    localStorage.setItem('dixie', JSON.stringify(known));
  }
  return given || null;
}

// --- the connection ----------------------------------------------------------------------------------------

function connect() {
  socket = new WebSocket(`ws://${location.host}/ws/${table}`);
  socket.onopen = () => {
    delay = 300;
    queue.length = 0;
    socket.send(JSON.stringify({ type: 'hello', secret: secret(), language: texts.language }));
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'view') { queue.push(message); showNext(); }
    else if (message.type === 'hint') advise(message);
    else if (message.type === 'rematch') follow(message.link);
    else {
      at('error').textContent = message.words;
      if (ask) delete ask.sent;
    }
  };
  socket.onclose = () => {
    at('status').textContent = texts.lost;
    setTimeout(connect, delay);
    delay = Math.min(5000, delay * 2);
  };
}

function follow(link) {
  location.href = link;
}

async function showNext() {
  if (showing) return;
  showing = true;
  while (queue.length) {
    const message = queue.shift();
    await move(message.moves);
    if (!queue.length) skipping = false;
    show(message);
  }
  showing = false;
}

function choose(option) {
  if (!ask || ask.sent) return;
  if (option.sure && !at('sure').open) {
    at('sure-text').textContent = option.sure;
    at('sure-yes').onclick = () => { send(option); at('sure').close(); };
    at('sure').showModal();
    at('sure-no').focus();
    return;
  }
  send(option);
}

function send(option) {
  if (!ask || ask.sent) return;
  ask.sent = true;
  hadFocus = hadFocus || at('options').contains(document.activeElement);
  endPreview();
  socket.send(JSON.stringify({ type: 'choose', option: option.option, turn: ask.turn }));
}

at('sure-no').onclick = () => at('sure').close();

// --- the board ---------------------------------------------------------------------------------------------

function drawParts(parts, gone) {
  for (const part of gone) {
    if (groups[part]) { groups[part].remove(); delete groups[part]; }
  }
  for (const [part, content] of Object.entries(parts)) {
    if (!groups[part]) {
      groups[part] = draw('g', { 'data-part': part });
      at('parts').append(groups[part]);
    }
    groups[part].innerHTML = content;
  }
}

function optionsAt(place) { return ask ? ask.options.filter((option) => option.place === place) : []; }

function openPlaces() {
  for (const element of document.querySelectorAll('#board .open')) {
    element.classList.remove('open');
    for (const attribute of ['role', 'tabindex', 'aria-label']) element.removeAttribute(attribute);
  }
  for (const place of new Set(ask ? ask.options.map((option) => option.place) : [])) {
    const element = place && document.querySelector(`#board [data-place="${place}"]`);
    if (!element) continue;
    element.classList.add('open');
    element.setAttribute('role', 'button');
    element.setAttribute('tabindex', '0');
    element.setAttribute('aria-label', plainly(optionsAt(place).map((option) => option.words).join(', / ')));
  }
}

function click(target) {
  const element = target.closest('#board .open');
  if (!element || !ask) return;
  const options = optionsAt(element.dataset.place);
  if (options.length === 1) { choose(options[0]); return; }
  if (phone.matches) openTab('options');
  buttonOf(options[0].option).focus();
}

at('board').addEventListener('click', (event) => { if (at('skip').hidden) click(event.target); else skip(); });
at('board').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); click(event.target); }
});
for (const [begin, end] of [['mouseover', 'mouseout'], ['focusin', 'focusout']]) {
  at('board').addEventListener(begin, (event) => {
    const element = event.target.closest('#board .open');
    const options = element ? optionsAt(element.dataset.place) : [];
    if (options.length === 1 && at('skip').hidden) preview(options[0]);
  });
  at('board').addEventListener(end, endPreview);
}

// --- the question ------------------------------------------------------------------------------------------

function buttonOf(option) { return document.querySelector(`#options button[data-option="${option}"]`); }

function rowOf(kind, amounts) {
  const row = make('span', { class: kind });
  for (const [name, number] of amounts) {
    const one = make('span', { class: 'amount' });
    if (name === 'point') one.append(make('b', { class: number.startsWith('+') ? 'plus' : 'minus' }, number));
    else if (name === 'tile') one.append(make('b', {}, number));
    else one.append(symbol(name), number);
    row.append(one);
  }
  return row;
}

function cardOf(option, small) {
  const button = make('button', { type: 'button', 'data-option': option.option, 'aria-label': plainly(option.words), title: option.rule });
  const name = make('span', { class: 'name' });
  button.append(name);
  if (option.number) name.append(make('b', { class: 'number' }, option.number), ' ');
  name.append(rich(make('span'), option.name));
  if (option.discs) name.append(make('span', { class: 'discs' }, '●'.repeat(option.discs)));
  if (!small) {
    if (option.pays.length || option.gets.length) {
      const trade = make('span', { class: 'trade' });
      if (option.pays.length) trade.append(rowOf('pays', option.pays));
      if (option.gets.length) trade.append(make('span', { class: 'arrow' }, '→'), rowOf('gets', option.gets));
      button.append(trade);
    }
    if (option.odds) button.append(make('span', { class: 'odds' }, option.odds));
    if (option.says) button.append(rich(make('span', { class: 'says' }), option.says));
  }
  button.onclick = () => choose(option);
  button.onmouseenter = button.onfocus = () => preview(option);
  button.onmouseleave = button.onblur = endPreview;
  return button;
}

function drawQuestion() {
  hadFocus = hadFocus || at('options').contains(document.activeElement) || document.activeElement === document.body;
  at('advised').textContent = '';
  at('advice').hidden = !ask;
  at('end').hidden = !view.over;
  at('choices').hidden = !ask;
  at('back').hidden = !(ask && ask.back);
  at('options').replaceChildren();
  if (!ask) return;
  const small = ask.options.length > 8 && ask.options.every((option) => option.option.startsWith('amount:'));
  at('options').className = small ? 'amounts' : '';
  at('options').append(...ask.options.map((option) => cardOf(option, small)));
  if (phone.matches && !['village', 'board', 'screen'].includes(document.body.dataset.tab)) openTab('options');
  if (hadFocus && !phone.matches) at('options').firstElementChild.focus({ preventScroll: true });
  hadFocus = false;
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
  const button = buttonOf(message.rows[0][0]);
  if (button) button.classList.add('advised');
  rich(at('advised'), message.text);
}

at('back').onclick = () => {
  hadFocus = true;
  socket.send(JSON.stringify({ type: 'back' }));
};
at('hint').onclick = () => {
  at('advised').textContent = texts.thinking;
  socket.send(JSON.stringify({ type: 'hint', agent: at('agent').value }));
};
at('review').onclick = async () => {
  const response = await fetch(`/api/tables/${table}/review`, { method: 'POST' });
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (response.ok) follow(answer.review);
  else at('error').textContent = answer.error || answer.detail;
};
at('rematch').onclick = () => socket.send(JSON.stringify({ type: 'rematch' }));

// --- tabs of a small screen --------------------------------------------------------------------------------

function tabOf(place) {
  if (/^(screen|goods|slot)-/.test(place)) return 'screen';
  return /^(space|action|mine|slave|servant|palace)/.test(place) ? 'village' : 'board';
}

function boxOf(tab) {
  if (!phone.matches) return WHOLE;
  if (tab === 'screen') {
    const part = groups[`screen-${view && view.seat !== null ? view.seat : 0}`];
    if (part) {
      const box = part.getBBox();
      return `${box.x - 4} ${box.y - 14} ${box.width + 8} ${box.height + 20}`;
    }
  }
  return tab === 'board' ? '772 60 420 716' : '128 60 644 716';
}

function openTab(tab) {
  document.body.dataset.tab = tab;
  for (const button of document.querySelectorAll('.tabs button')) button.setAttribute('aria-pressed', button.dataset.tab === tab);
  at('board').setAttribute('viewBox', boxOf(tab));
}

for (const button of document.querySelectorAll('.tabs button')) button.onclick = () => openTab(button.dataset.tab);
phone.onchange = () => openTab(document.body.dataset.tab);

// --- everything --------------------------------------------------------------------------------------------

function show(message) {
  const sameQuestion = ask && JSON.stringify({ ...ask, sent: undefined }) === JSON.stringify(message.ask);
  view = message;
  ask = message.ask;
  names = message.names;
  at('error').textContent = '';
  at('flying').replaceChildren();
  light([]);
  drawParts(message.parts, message.gone);
  rich(at('asked'), message.text);
  at('asked').classList.toggle('mine', Boolean(ask));
  rich(at('status'), `${message.status} · ${message.who}`);
  document.title = `${ask ? '● ' : ''}${texts.title}`;
  writeLog(message.log);
  if (!sameQuestion) drawQuestion();
  writeSince(message);
  openPlaces();
  if (message.sheet) drawSheet(message.sheet);
  openTab(document.body.dataset.tab);
  at('replay').href = `/table/${table}/replay`;
  at('record').href = `/api/tables/${table}/record`;
}

function remember(key, value) { try { localStorage.setItem(key, value); } catch { /* private windows may forbid it */ } }

at('moving').checked = localStorage.getItem('dixie-still') !== '1';
at('moving').onchange = () => remember('dixie-still', at('moving').checked ? '' : '1');
for (const [code, name] of Object.entries(texts.languages)) at('language').append(make('option', { value: code }, name));
at('language').value = texts.language;
at('language').onchange = () => {
  document.cookie = `dixie-language=${at('language').value}; path=/; max-age=31536000; SameSite=Strict`;
  location.reload();
};

(async () => {
  const choices = await (await fetch('/api/choices')).json();
  const named = Object.fromEntries(choices.levels.map((level) => [level.agent, level.name]));
  for (const agent of choices.agents) at('agent').append(make('option', { value: agent }, named[agent] || agent));
  at('review').hidden = !choices.review;
  at('agent').value = choices.levels[choices.levels.length - 1].agent;
  connect();
})();
