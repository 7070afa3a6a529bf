export const docsStyle = `:root{color-scheme:light dark;--bg:#fbfaf8;--panel:#fff;--canvas:#f2f1ed;--line:#e4e2dc;--text:#1d1c1a;--muted:#6b6860;--accent:#0f6e66;--need:#9a5a00}
@media(prefers-color-scheme:dark){:root{--bg:#191918;--panel:#1f1f1e;--canvas:#121211;--line:#2c2c2a;--text:#ecebe7;--muted:#a5a299;--accent:#5fc3b8;--need:#e8b265}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,sans-serif;overflow-wrap:break-word}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:84rem;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 1.25rem;border-right:1px solid var(--line);min-height:100vh;font-size:14px}
nav strong{display:block;margin:1.25rem 0 .25rem;color:var(--muted);font-size:12px;font-weight:600}
nav strong:first-child{margin-top:0}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{padding-left:.85rem}
nav a{display:block;padding:.2rem 0;color:var(--text);text-decoration:none}
nav a:hover{color:var(--accent);text-decoration:underline}
main{padding:2rem 2.5rem 5rem;min-width:0}
h1{font-size:28px;line-height:1.25;margin:0 0 .25rem}
h2{font-size:21px;line-height:1.3;margin:3.5rem 0 .75rem;padding-top:1.25rem;border-top:1px solid var(--line)}
#start{margin-top:1.5rem}
h3{font-size:17px;margin:2.25rem 0 .5rem}
h4{font-size:15px;margin:1.75rem 0 .5rem}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.quiet{color:var(--muted)}
code,pre{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{white-space:break-spaces}
pre{margin:.5rem 0 1rem;padding:.85rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--canvas);border:1px solid var(--line);border-radius:8px}
.method{display:inline-block;min-width:3.4rem;padding:.1rem .4rem;margin-right:.5rem;border:1px solid currentColor;border-radius:6px;color:var(--accent);font:600 12px/1.4 ui-monospace,monospace;text-align:center;vertical-align:middle}
h2 code{font-size:17px;font-weight:600}
nav .method{min-width:2.6rem;padding:0 .2rem;font-size:10px}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem;font-size:14px}
th{color:var(--muted);font-size:12px;font-weight:600}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line)}
td:last-child,th:last-child{padding-right:0}
.fields td:nth-child(1){width:15rem}
.fields td:nth-child(2){width:13rem;color:var(--muted)}
.codes td:nth-child(1){width:4rem}
.codes td:nth-child(2){width:15rem}
.statuses td:nth-child(1){width:4rem}
.need{color:var(--need);font-size:12px;margin-left:.4rem;white-space:nowrap}
.limit{display:block;font-size:13px}
.alternative td{background:var(--canvas);padding-left:.75rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 1rem;align-items:start}
@media(max-width:60rem){
.page{display:block}
nav{position:static;max-height:none;min-height:0;border-right:0;border-bottom:1px solid var(--line);padding:1.25rem 1rem}
nav>ul{columns:2;column-gap:1rem}
nav ul ul{display:none}
nav a{padding:.35rem 0}
main{padding:1.25rem 1rem 3rem}
}
@media(max-width:40rem){
nav>ul{columns:1}
thead{display:none}
table,tbody,tr,td{display:block}
tr{padding:.6rem 0;border-bottom:1px solid var(--line)}
td,.fields td:nth-child(n),.codes td:nth-child(n),.statuses td:nth-child(n){border:0;padding:.1rem 0;width:auto}
.alternative{background:var(--canvas);padding-left:.75rem}
.limit{display:inline;margin-left:.4rem}
}
@media print{nav{display:none}.page{display:block}}`;
