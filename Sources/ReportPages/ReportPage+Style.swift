extension ReportPage {
    /// The style sheet, in the fonts and colours of the player's page: a light and a dark scheme, for
    /// screen and paper.
    static let style = """
        :root { --paper: #fbfaf8; --card: #fff; --ink: #191714; --quiet: #655f58; --line: #e6e1da;
          --edge: #8f877d; --accent: #b93a10; --tint: #f6dfd4; --stream: #1f5f8b; --good: #17703a;
          --fault: #a8121f; --fault-tint: #fbe0df; --round: .6rem; color-scheme: light dark; }
        @media (prefers-color-scheme: dark) { :root { --paper: #141311; --card: #1c1a18;
          --ink: #f2efea; --quiet: #a8a198; --line: #322e2a; --edge: #837b71; --accent: #ff8a5b;
          --tint: #4a291b; --stream: #7fb8e6; --good: #6fcf97; --fault: #ff8f88;
          --fault-tint: #451b1b; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
          font: 1rem/1.5 Inter, system-ui, -apple-system, "Segoe UI", sans-serif;
          font-variant-numeric: tabular-nums; }
        main { max-width: 74rem; margin: 0 auto; padding: 1.25rem 1.25rem 3rem; }
        h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.25rem); line-height: 1.12; font-weight: 650;
          letter-spacing: -.025em; margin: 0; }
        header p { max-width: none; }
        h2 { font-size: 1.1rem; font-weight: 600; margin: 0 0 .25rem; }
        h3 { font-size: .95rem; font-weight: 500; margin: 1.25rem 0 .25rem; }
        p, ul { margin: .25rem 0 .75rem; color: var(--quiet); max-width: 46rem; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 45%), 1fr));
          gap: .75rem; margin: .75rem 0; }
        .tile, .card, .verdict { background: var(--card); border: 1px solid var(--line);
          border-radius: var(--round); padding: 1rem; }
        .card, .verdict { margin: .75rem 0; break-inside: avoid; }
        .verdict { border-left: .35rem solid var(--good); }
        .verdict.bad { border-color: var(--fault); }
        .verdict h2 { font-size: 1.4rem; color: var(--good); }
        .verdict.bad h2 { color: var(--fault); }
        .verdict p, .verdict ul { color: var(--ink); margin: .25rem 0 0; max-width: none; }
        .verdict ul { padding-left: 1.25rem; }
        .tile b { display: block; font-size: 1.6rem; font-weight: 600; line-height: 1.2; }
        .tile small { font-size: .95rem; font-weight: 500; color: var(--quiet); }
        .tile span { display: block; font-size: .8125rem; line-height: 1.4; color: var(--quiet); }
        .tile.good b { color: var(--good); } .tile.bad b { color: var(--fault); }
        .wide { overflow-x: auto; background:
          linear-gradient(90deg, var(--card) 1.5rem, transparent) left / 3rem 100% no-repeat local,
          linear-gradient(-90deg, var(--card) 1.5rem, transparent) right / 3rem 100% no-repeat local,
          linear-gradient(90deg, var(--edge), transparent) left / .6rem 100% no-repeat,
          linear-gradient(-90deg, var(--edge), transparent) right / .6rem 100% no-repeat; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
        table { border-collapse: collapse; width: 100%; font-size: .875rem; line-height: 1.35; }
        th, td { padding: .4rem .6rem; text-align: right; border-top: 1px solid var(--line);
          overflow-wrap: normal; vertical-align: top; }
        th:first-child { padding-left: 0; text-align: left; font-weight: 500; min-width: 7rem; }
        tbody th:first-child { overflow-wrap: anywhere; }
        thead th { color: var(--quiet); font-weight: 500; border-top: 0; vertical-align: bottom; }
        td { white-space: nowrap; } td.text { white-space: normal; }
        th.text, td.text { text-align: left; }
        td.bad { color: var(--fault); font-weight: 600; }
        td.text.bad { min-width: 13rem; overflow-wrap: anywhere; }
        @media (max-width: 38rem) {
          .list { background: none; }
          .list thead { display: none; } .list table, .list tbody { display: block; }
          .list tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 1.25rem;
            padding: .6rem 0; border-top: 1px solid var(--line); }
          .list th, .list td { display: flex; justify-content: space-between; gap: .5rem;
            padding: .15rem 0; border: 0; white-space: normal; }
          .list td::before { content: attr(data-name); color: var(--quiet); font-weight: 400;
            text-align: left; }
          .list th, .list td.text { display: block; grid-column: 1 / -1; min-width: 0;
            overflow-wrap: anywhere; }
          .list td.text::before { content: attr(data-name) ": "; }
          .list td.text[data-name=""]::before { content: none; }
          .list td.text:has(> bdi:empty) { display: none; }
        }
        @media (max-width: 22rem) { .list tr { grid-template-columns: minmax(0, 1fr); } }
        code { font-size: .92em; } tbody code { margin-right: .4rem; }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; max-width: none;
          list-style: none; font-size: .875rem; }
        .legend li { display: flex; align-items: center; gap: .5rem; }
        i { display: inline-block; flex: none; width: 1.1rem; height: .7rem; }
        tbody i { margin-right: .5rem; }
        i.plain, i.pinned { width: .7rem; border-radius: .2rem; }
        i.plain { background: var(--stream); } i.pinned { background: var(--accent); }
        i.stream, i.spot { height: 0; border-top: 3px solid var(--stream); }
        i.spot { border-color: var(--accent); }
        i.level { background: var(--edge); opacity: .45; }
        i.band { background: var(--tint); border: solid var(--accent); border-width: 0 1px; }
        i.trouble { width: 0; height: 1rem; border-left: 2px dashed var(--fault); }
        svg.plot { display: block; width: 100%; overflow: visible; }
        svg.scaled { width: calc(100% - 3rem); margin-left: 2.75rem; }
        svg.curves { overflow: visible; }
        path { vector-effect: non-scaling-stroke; }
        svg text { font: 12px Inter, system-ui, -apple-system, "Segoe UI", sans-serif;
          fill: var(--quiet); text-anchor: middle; }
        svg text.start { text-anchor: start; } svg text.end, svg text.scale { text-anchor: end; }
        svg text.mark { text-anchor: start; font-weight: 600; paint-order: stroke;
          stroke: var(--card); stroke-width: 3px; }
        svg text.mark.end { text-anchor: end; }
        @media (max-width: 38rem) { svg text.fine { display: none; } }
        .label { container-type: inline-size; }
        .label div { overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
          text-align: center; font-size: 12px; line-height: 16px; font-weight: 600;
          color: var(--accent); }
        @container (max-width: 30px) { .label div { visibility: hidden; } }
        .axis { stroke: var(--edge); } .grid { stroke: var(--line); }
        .bar { opacity: .45; } .bar.plain { fill: var(--stream); }
        .bar.pinned { fill: var(--accent); }
        .share { fill: none; stroke-width: 1.5; } .median, .p95 { stroke-width: 1.5; }
        .p95 { stroke-dasharray: 3 3; }
        .share.plain, .median.plain, .p95.plain { stroke: var(--stream); }
        .share.pinned, .median.pinned, .p95.pinned { stroke: var(--accent); }
        svg .mark.plain { fill: var(--stream); } svg .mark.pinned { fill: var(--accent); }
        .wave { fill: none; stroke: var(--ink); stroke-width: 1; }
        rect.band { fill: var(--tint); opacity: .55; } .joint { stroke: var(--accent); }
        path.level { fill: var(--edge); opacity: .3; }
        .loudness { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
        .loudness.stream { stroke: var(--stream); } .loudness.spot { stroke: var(--accent); }
        line.trouble { stroke: var(--fault); stroke-width: 2; stroke-dasharray: 2 3; }
        @media print { body { background: none; } .wide { overflow: visible; } }
        """
}
