"""Pixies, goods, tiles and signs, drawn by hand for this project. A line break is a blank.

What takes its colour from the theme has none here and inherits it where it is used: style sheets don't reach
into symbols in every browser.
"""

INHERITED = {
    "rock": "rock",
    "pick": "line none",
    "up": "ink",
    "swap": "ink",
    "whip": "line none",
    "hand": "soft",
    "copy": "line none",
}
"""The role of such symbols."""

SYMBOLS = """
<symbol id="dx-pixie" viewBox="0 0 24 30"><path stroke="#1B1814" stroke-width="1.1" stroke-linejoin="round"
d="M3.5 29.2C3.5 21 7 18 12 18s8.5 3 8.5 11.2Z"/><path fill="#F2D6B3" stroke="#1B1814" stroke-width="1"
d="M6.6 12 2 9.6l3.4 5.6c.9 2.9 3.4 5 6.6 5s5.7-2.1 6.6-5L22 9.6 17.4 12Z"/><path stroke="#1B1814"
stroke-width="1.1" stroke-linejoin="round" d="M14.5.6C11 2 7.6 6.5 6.3 12.3c3.6-1.4 7.8-1.4 11.4 0 C17 8 16
5 13 3.6Z"/><circle cx="9.8" cy="15" r="1" fill="#1B1814"/><circle cx="14.2" cy="15" r="1"
fill="#1B1814"/></symbol>
<symbol id="dx-apple" viewBox="0 0 20 20"><path fill="#C8321E" stroke="#3A0F08" stroke-width="1" d="M10 6C7
3.5 2 5 2 10.5S6.5 19 10 17.6C13.5 19 18 16 18 10.5S13 3.5 10 6Z"/><path fill="none" stroke="#3A0F08"
stroke-width="1.4" d="M10 6V2.5"/><path fill="#3E8E41" stroke="#16391A" stroke-width=".7" d="M10.5 4C12 1 15
.8 16.5 1.5 15.5 4 13 5 10.5 4Z"/></symbol>
<symbol id="dx-bread" viewBox="0 0 20 20"><path fill="#B9772F" stroke="#4A2A0A" stroke-width="1" d="M1.5
12.5C1.5 7 6 5 10 5s8.5 2 8.5 7.5c0 2.5-1.5 3-3 3h-11c-1.5 0-3-.5-3-3Z"/><path fill="none" stroke="#F3DDB3"
stroke-width="1.6" stroke-linecap="round" d="M5.5 8 7 11.5M9.5 7l1.5 4.5M13.5 7.5 15 11.5"/></symbol>
<symbol id="dx-honey" viewBox="0 0 20 20"><path fill="#F2A900" stroke="#5A3D00" stroke-width="1" d="M10 1.5
17.5 5.8v8.4L10 18.5 2.5 14.2V5.8Z"/><path fill="#FFD766" stroke="#5A3D00" stroke-width=".8" d="M10 5.8 13.8
8v4L10 14.2 6.2 12V8Z"/></symbol>
<symbol id="dx-silver" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="#C9D1D8" stroke="#3D464E"
stroke-width="1.2"/><circle cx="10" cy="10" r="5" fill="none" stroke="#3D464E" stroke-width="1"/></symbol>
<symbol id="dx-gold" viewBox="0 0 20 20"><path fill="#FFD21F" stroke="#5A4500" stroke-width="1.1"
stroke-linejoin="round" d="M5 5.5h10L18.5 15h-17Z"/><path fill="none" stroke="#5A4500" stroke-width="1"
d="M6.8 8.2h6.4"/></symbol>
<symbol id="dx-rock" viewBox="0 0 20 20"><path stroke="#1B1814" stroke-width="1.1" stroke-linejoin="round"
d="M2 15.5 4 8l4.5-4.5 6 1.5L18 11l-1.5 5.5H5Z"/><path fill="none" stroke="#1B1814" stroke-width=".8"
d="M8.5 3.5 10 9l8 2M10 9l-5 7.5"/></symbol>
<symbol id="dx-pick" viewBox="0 0 20 20"><path stroke-width="2" stroke-linecap="round" d="M3 6.5C8 2 13 3
17.5 9M10.5 6.5 4 17"/></symbol>
<symbol id="dx-crown" viewBox="0 0 20 16"><path fill="#FFD21F" stroke="#5A4500" stroke-width="1.1"
stroke-linejoin="round" d="M2 14 1 4.5 6 8.5 10 2l4 6.5 5-4L18 14Z"/></symbol>
<symbol id="dx-double" viewBox="0 0 20 20"><circle cx="7" cy="11" r="5.5" fill="#C9D1D8" stroke="#3D464E"
stroke-width="1.2"/><circle cx="13" cy="8" r="5.5" fill="#FFD21F" stroke="#5A4500"
stroke-width="1.2"/></symbol>
<symbol id="dx-peek" viewBox="0 0 20 20"><path fill="#FFFFFF" stroke="#1B1814" stroke-width="1.2" d="M1 10C5
3.5 15 3.5 19 10 15 16.5 5 16.5 1 10Z"/><circle cx="10" cy="10" r="3.6" fill="#0072B2" stroke="#1B1814"
stroke-width="1"/></symbol>
<symbol id="dx-mercy" viewBox="0 0 20 20"><path fill="#E86A8A" stroke="#5A1026" stroke-width="1.2" d="M10
17.5C3 12.5 1.5 9.5 1.5 7A4.3 4.3 0 0 1 10 5.3 4.3 4.3 0 0 1 18.5 7c0 2.5-1.5 5.5-8.5 10.5Z" /></symbol>
<symbol id="dx-ring" viewBox="0 0 20 20"><circle cx="10" cy="12" r="6" fill="none" stroke="#5A4500"
stroke-width="4"/><circle cx="10" cy="12" r="6" fill="none" stroke="#FFD21F" stroke-width="2.2"/><path
fill="#56B4E9" stroke="#0B3D5C" stroke-width=".8" d="m10 6.5-3-3L8.3 1h3.4L13 3.5Z"/></symbol>
<symbol id="dx-die" viewBox="0 0 20 20"><rect x="2.5" y="2.5" width="15" height="15" rx="3.5" fill="#FFFFFF"
stroke="#1B1814" stroke-width="1.2"/><circle cx="6.7" cy="6.7" r="1.6"/><circle cx="10" cy="10"
r="1.6"/><circle cx="13.3" cy="13.3" r="1.6"/></symbol>
<symbol id="dx-up" viewBox="0 0 20 20"><path d="m10 2 6.5 7.5h-4V18h-5V9.5h-4Z"/></symbol>
<symbol id="dx-swap" viewBox="0 0 20 20"><path d="M13 2.5 18.5 7 13 11.5V8.3H3V5.7h10ZM7 8.5V11.7h10v2.6
H7v3.2L1.5 13Z"/></symbol>
<symbol id="dx-whip" viewBox="0 0 20 20"><path stroke-width="1.7" stroke-linecap="round" d="M2.5 18 8
11.5c4-4.5 9-2 8-6S9 4 11.5 1.5"/></symbol>
<symbol id="dx-hand" viewBox="0 0 20 20"><path d="M5 18c-1-2.5-3-5-3.5-7 1.2-1 2.5 0 3.5 1.8V4.5 c0-1.6
2-1.6 2 0V9h.6V2.8c0-1.7 2.1-1.7 2.1 0V9h.6V3.6c0-1.6 2-1.6 2 0v5.8h.6V5.7c0-1.5 1.9-1.5 1.9 0V13 c0 2-.7
3.5-1.3 5Z"/></symbol>
<symbol id="dx-copy" viewBox="0 0 20 20"><rect x="2.5" y="5.5" width="10" height="12" rx="1.5"
stroke-width="1.5"/><rect x="7" y="2" width="10" height="12" rx="1.5" stroke-width="1.5"/></symbol>
<symbol id="dx-bag" viewBox="0 0 20 20"><path fill="#8A5A2B" stroke="#3B220A" stroke-width="1.1" d="M7 5.5C2
10 1.5 18.5 5 18.5h10c3.5 0 3-8.5-2-13Z"/><path fill="#8A5A2B" stroke="#3B220A" stroke-width="1.1" d="M6
1.5h8l-1.5 4h-5Z"/></symbol>
""".replace("\n", " ")
