/// A page that holds everything that it shows: no script, and nothing from elsewhere.
struct ReportPage {
    var title: String
    /// The parts of the page in order, as HTML; empty ones are left out.
    var parts: [String]

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(HTML.escaped(title))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }

    /// What the page is of, in `title`, and where and how that was, in `facts`, which are text.
    static func header(_ title: String, _ facts: [String]) -> String {
        """
        <header>
        <h1>\(HTML.escaped(title))</h1>
        <p>\(facts.map(HTML.escaped).joined(separator: " · "))</p>
        </header>
        """
    }

    /// A part of the page with a heading; `body` is HTML.
    static func card(_ title: String, _ body: [String]) -> String {
        """
        <section class="card">
        <h2>\(HTML.escaped(title))</h2>
        \(body.joined(separator: "\n"))
        </section>
        """
    }

    /// The figures that are seen first.
    static func tiles(_ tiles: [ReportTile]) -> String {
        let html = tiles.map(\.html).joined(separator: "\n")
        return tiles.isEmpty ? "" : "<section class=\"tiles\">\n\(html)\n</section>"
    }
}
