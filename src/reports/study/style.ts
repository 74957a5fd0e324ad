/** CSS rules of a study's page, added to those that all pages have. */
export const STUDY_STYLE = `
.question{font-size:1.15rem;font-weight:600;margin:2px 0 12px}
.advice{border-left:4px solid var(--accent);padding:2px 0 2px 16px;margin:14px 0 18px}
.advice h3{margin-top:0}
.advice .verdict{margin:2px 0 8px}
.says p{font-size:1.02rem;margin:4px 0}
nav.classes a{margin:0}
nav.classes ol{margin:4px 0 14px;padding-left:2.2em;columns:22em;overflow-wrap:anywhere}
details ul,.verdicts{margin:4px 0 8px;padding-left:20px;overflow-wrap:anywhere}
.verdicts{font-size:.9rem}
.ofcount{color:var(--muted);display:block;font-size:.92em}
.matrix table{font-size:.82rem}
.matrix td{min-width:9.5em;line-height:1.35}
.matrix th[scope=row]{min-width:7em;max-width:14em}
.matrix thead th{overflow-wrap:anywhere;max-width:12em}
.pair-cell b{font-weight:600}
.pair-cell.good b{color:var(--good)}
.pair-cell.bad b{color:var(--bad)}
.self{color:var(--muted);text-align:center}
.choose{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;margin:8px 0 10px;font-size:.9rem}
.choose span[hidden]{display:none}
.choose label{color:var(--muted);margin-right:4px}
.choose select,.choose input,.choose button,.leaf button,.detail button{font:inherit;color:var(--ink);background:var(--soft);border:1px solid var(--muted);border-radius:6px;padding:4px 10px;min-height:32px;max-width:100%}
.choose select{max-width:16em}
.choose button,.leaf button,.sort,.open,.detail button{cursor:pointer}
.choose button:disabled,.leaf button:disabled{opacity:.45;cursor:default}
.heat table{width:auto;min-width:min(100%,36em);border-collapse:separate;border-spacing:2px}
.heat th,.heat td{border:0;padding:4px 9px;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;border-radius:3px}
.heat th:first-child{text-align:left}
.heat th[scope=row]{min-width:5em;max-width:18em}
.heat thead th{max-width:11em}
.heat td.none{text-align:center}
.sort,.open{font:inherit;color:inherit;background:none;border:0;padding:2px 0;margin:0;min-height:24px;text-align:inherit;font-weight:inherit}
.sort{white-space:normal}
.sort::after{content:"\\a0↕";color:var(--muted);font-weight:400}
[aria-sort=ascending] .sort::after{content:"\\a0▲";color:inherit}
[aria-sort=descending] .sort::after{content:"\\a0▼";color:inherit}
.open{color:var(--accent);text-decoration:underline;min-width:24px}
.runs th[scope=row]{min-width:3em}
.runs table{font-size:.78rem}
.runs td{max-width:22em}
.detail td{background:var(--soft);max-width:none!important}
.detail p{margin:4px 0;max-width:none}
button:focus-visible,select:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
.print-only{display:none}
@media print{
 .choose,.leaf,#runs-count{display:none}
 .print-only{display:inline}
 p.print-only{display:block}
 .sort{display:none}
 .open{color:inherit;text-decoration:none;min-height:0;padding:0}
 .heat td,.pair-cell{print-color-adjust:exact;-webkit-print-color-adjust:exact}
 .heat td{padding:2pt 4pt}
 .heat table,.matrix table,.runs table{font-size:7pt}
 .matrix td{min-width:0}
 th[scope=row],.matrix th[scope=row],.heat th[scope=row],.dense th[scope=row]{min-width:0}
 .runs th,.runs td,.dense th,.dense td,.matrix th,.matrix td{padding:2pt 3pt}
 .nb,.num{white-space:normal;overflow-wrap:normal}
 .runs bdi{white-space:normal;overflow-wrap:anywhere}
 .advice{border-left:3pt solid #333}
 nav.classes{display:block}
 .advice .head,.advice .verdict{break-after:avoid;break-inside:avoid}
 .says p{orphans:3;widows:3}
 .says p:first-child{break-before:avoid;break-inside:avoid}
}
`;
