"""The style sheet and the script of a machine's page.

Owns: both, as text; a rule is one line, and one that has a colour names it (`$ink`). Never: asks for anything from outside.
"""

from __future__ import annotations

from typing import Final

from decidable.draw.palette import FONT

RULES: Final = f"""\
*{{box-sizing:border-box}}
html{{scroll-padding-top:4.5rem;color-scheme:$scheme}}
body{{margin:0;background:$paper;color:$ink;font:15px/1.5 {FONT}}}
header{{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;align-items:baseline;padding:.7rem 1.6rem;background:$paper;border-bottom:1px solid $edge}}
h1{{margin:0;font-size:1.3rem}}
h2{{margin:2.2rem 0 .7rem;font-size:1.1rem}}
h3{{margin:1.4rem 0 .4rem;font-size:1rem}}
nav a{{margin-right:1.1rem;color:$dim;text-decoration:none}}
nav a:hover{{color:$ink;text-decoration:underline}}
main{{padding:0 1.6rem 4rem}}
code{{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}}
.tiles{{display:flex;flex-wrap:wrap;gap:.6rem;margin:1.3rem 0 .4rem;padding:0;list-style:none}}
.tiles li{{padding:.35rem .9rem .45rem;border:1px solid $edge;border-radius:8px;background:$band;color:$dim}}
.tiles b{{display:block;color:$ink;font-size:1.35rem;line-height:1.3}}
.tiles .alarm,.tiles .error{{border-color:$alarm;background:$alarm_box}}
.tiles .alarm b,.tiles .error b{{color:$alarm}}
.dim,.place,.hint,.legend,.enter{{color:$dim}}
.dim,.legend,.enter{{font-size:.86rem}}
.scroll{{max-height:82vh;overflow:auto;border:1px solid $edge;border-radius:8px}}
.grid{{border-collapse:separate;border-spacing:0;font-size:12.5px;line-height:1.35}}
.grid th{{font-weight:600}}
.grid th,.grid td{{padding:0;border-bottom:1px solid $edge;border-right:1px solid $edge;text-align:left;vertical-align:top;white-space:nowrap}}
.grid tr>:last-child{{border-right:0}}
.grid tbody tr:last-child>*{{border-bottom:0}}
.grid thead th,.grid thead td{{position:sticky;top:0;z-index:2;background:$box;vertical-align:bottom}}
.grid thead th span{{display:block;padding:.45rem .5rem}}
.grid thead td{{left:0;z-index:3}}
.grid tbody th{{position:sticky;left:0;z-index:1;padding:.4rem .8rem;background:$box}}
.grid tbody small{{color:$dim;font-size:1em;font-weight:400}}
.grid .apart{{border-left:3px double $rim}}
.grid td a,.grid td span{{display:block;min-width:2.6rem;padding:.35rem .5rem;color:inherit;text-decoration:none}}
.grid td a:hover,.grid td a:focus-visible{{outline:2px solid $start_rim;outline-offset:-2px}}
.grid td.own{{color:$ink}}
.grid td.general,.general{{color:$dim;font-weight:400}}
.grid td.general{{background:$band}}
.grid td.open{{background:$alarm_box;color:$ink}}
.grid td.none{{background:$band}}
.undecided{{color:$alarm;font-size:1.1em}}
.badge{{display:inline-block;padding:0 .45em;border-radius:1em;background:$alarm;color:$paper;font-size:.92em}}
.findings{{margin:0;padding:0;list-style:none}}
details .findings{{margin:0 .9rem}}
.findings li{{padding:.45rem 0;border-top:1px solid $edge}}
.findings .hint{{display:block;font-size:.9rem}}
.findings .place{{font-size:.86rem}}
.error{{color:$alarm}}
.warning{{color:$timer}}
.note{{color:$user}}
.picture{{margin:.6rem 0;overflow:auto}}
.picture svg{{display:block;max-width:100%;height:auto}}
.trace{{color:$trace}}
.steps{{margin:.2rem 0 1rem;padding-left:2rem}}
details{{margin:.5rem 0;border:1px solid $edge;border-radius:8px}}
summary{{padding:.45rem .9rem;font-weight:650;cursor:pointer}}
.enter{{margin:0 .9rem .4rem}}
.lines{{width:100%;border-collapse:collapse;font-size:13px}}
.lines td{{padding:.3rem .9rem .3rem 0;border-top:1px solid $edge;vertical-align:top}}
.lines td:nth-child(4){{color:$dim}}
.lines .number{{width:3.2rem;padding-right:.9rem;color:$dim;text-align:right;font-variant-numeric:tabular-nums}}
.lines tr:target,.lines tr:target td{{background:$start}}
dialog{{position:fixed;inset:auto 1.2rem 1.2rem auto;z-index:9;max-width:min(60rem,calc(100vw - 2.4rem));max-height:60vh;margin:0;padding:.2rem .9rem .9rem;overflow:auto;border:1px solid $rim;border-radius:10px;background:$paper;color:$ink;box-shadow:0 8px 30px rgb(0 0 0/.25)}}
dialog h3{{margin:.5rem 2rem .4rem 0}}
dialog button{{position:absolute;top:.5rem;right:.6rem;border:0;background:none;color:$dim;font:inherit;cursor:pointer}}
@media print{{header{{position:static}}.scroll{{max-height:none;overflow:visible;border:0}}.grid{{font-size:9px}}.grid th,.grid td{{position:static!important;white-space:normal}}nav,dialog{{display:none}}tr,figure,li{{break-inside:avoid}}h2,h3{{break-after:avoid}}}}"""

SCRIPT: Final = """\
"use strict";
const cell = document.getElementById("cell");
let from = null;
const close = () => { cell.close(); if (from) from.focus(); };
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-lines]");
  if (link) {
    event.preventDefault();
    from = link;
    const title = document.createElement("h3");
    title.textContent = link.dataset.cell;
    const table = document.createElement("table");
    table.className = "lines";
    for (const address of link.dataset.lines.split(" ")) {
      const row = document.getElementById(address).cloneNode(true);
      row.removeAttribute("id");
      table.append(row);
    }
    const button = document.createElement("button");
    button.textContent = "close";
    button.addEventListener("click", close);
    cell.replaceChildren(title, button, table);
    if (!cell.open) cell.show();
  } else if (cell.open && !cell.contains(event.target)) {
    cell.close();
  }
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && cell.open) close(); });"""
