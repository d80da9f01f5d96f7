extension ReportPage {
    /// The style sheet, with a light and a dark scheme, for screen and paper.
    static let style = """
        :root { --page: #f4f5f7; --card: #fff; --ink: #1b1f27; --quiet: #5d6675; --line: #dfe3e9;
          --plain: #1f5fd0; --pinned: #b2610a; --good: #17753a; --bad: #b3202c; }
        @media (prefers-color-scheme: dark) { :root { --page: #12151b; --card: #1b2029;
          --ink: #e7eaf0; --quiet: #9aa4b5; --line: #303846; --plain: #7aa9ff; --pinned: #f0a848;
          --good: #5fcf8a; --bad: #ff8089; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink);
          font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
        h1 { font-size: 1.75rem; margin: 0; } h2 { font-size: 1.2rem; margin: 0 0 .25rem; }
        h3 { font-size: .95rem; margin: 1rem 0 .25rem; color: var(--quiet); }
        p { margin: .25rem 0 .75rem; color: var(--quiet); max-width: 46rem; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
          gap: .75rem; margin: 1rem 0; }
        .tile, .card { background: var(--card); border: 1px solid var(--line);
          border-radius: .6rem; padding: 1rem; }
        .card { margin: .75rem 0; break-inside: avoid; }
        .tile b { display: block; white-space: nowrap; font-size: 1.8rem; line-height: 1.2; }
        .tile small { font-size: 1rem; font-weight: 500; color: var(--quiet); }
        .tile span { font-size: .85rem; color: var(--quiet); }
        .tile.good b { color: var(--good); } .tile.bad b { color: var(--bad); }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .88rem;
          font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .5rem; text-align: right; border-top: 1px solid var(--line); }
        thead th { color: var(--quiet); font-weight: 500; border-top: 0; }
        th:first-child { text-align: left; font-weight: 500; }
        code { font-size: .92em; } tbody code { margin-right: .4rem; }
        i { display: inline-block; width: .7rem; height: .7rem; border-radius: .2rem;
          margin-right: .5rem; }
        i.plain { background: var(--plain); } i.pinned { background: var(--pinned); }
        svg { display: block; width: 100%; height: auto; }
        svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); text-anchor: middle; }
        svg .start { text-anchor: start; } svg .end { text-anchor: end; }
        svg .mark { text-anchor: start; font-weight: 600; } svg .mark.end { text-anchor: end; }
        .axis { stroke: var(--quiet); } .grid { stroke: var(--line); }
        .bar.plain { fill: var(--plain); } .bar.pinned { fill: var(--pinned); }
        .bar { opacity: .5; }
        .share { fill: none; stroke-width: 1.5; } .median, .p95 { stroke-width: 1.5; }
        .p95 { stroke-dasharray: 3 3; }
        .share.plain, .median.plain, .p95.plain, .wave.stream { stroke: var(--plain); }
        .share.pinned, .median.pinned, .p95.pinned, .wave.spot { stroke: var(--pinned); }
        .wave { fill: none; stroke-width: 1; }
        svg .mark.plain, svg .mark.stream { fill: var(--plain); }
        svg .mark.pinned, svg .mark.spot { fill: var(--pinned); }
        td { white-space: nowrap; } td.text { white-space: normal; }
        th.text, td.text { text-align: left; }
        td.bad { color: var(--bad); font-weight: 600; }
        i.stream { background: var(--plain); } i.spot { background: var(--pinned); }
        i.level { background: var(--quiet); opacity: .35; }
        i.level, i.spot, i.trouble { margin-left: 1rem; } i.trouble { background: var(--bad); }
        .level { fill: var(--quiet); opacity: .22; }
        .loudness { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
        .loudness.stream { stroke: var(--plain); } .loudness.spot { stroke: var(--pinned); }
        .band { fill: var(--pinned); opacity: .13; } .joint { stroke: var(--pinned); }
        .trouble { stroke: var(--bad); stroke-dasharray: 2 3; }
        svg .mark { paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
        svg .scale { text-anchor: end; } svg .name { fill: var(--pinned); font-weight: 600; }
        """
}
