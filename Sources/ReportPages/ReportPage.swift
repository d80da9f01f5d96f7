/// An HTML page in one file, without scripts and external resources.
package struct ReportPage {
    package var title: String
    /// The parts of the page as HTML; empty ones are left out.
    package var parts: [String]
    /// After how many seconds a browser loads the page again; `nil` for never.
    package var reloadSeconds: Int?

    package init(title: String, parts: [String]) {
        self.title = title
        self.parts = parts
    }

    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">\(reload)
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

    private var reload: String {
        reloadSeconds.map { "\n<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? ""
    }

    /// The heading of the page, with `facts` as text below it.
    package static func header(_ title: String, _ facts: [String]) -> String {
        """
        <header>
        <h1>\(HTML.escaped(title))</h1>
        <p>\(facts.map(HTML.escaped).joined(separator: " · "))</p>
        </header>
        """
    }

    /// The judgement at the top of the page: its word, the sentence with the reason, and the reasons
    /// one by one.
    package static func verdict(
        _ verdict: ReportTile.Verdict, _ word: String, _ sentence: String, _ reasons: [String] = []
    ) -> String {
        let items = reasons.map { "<li>\(HTML.isolated($0))</li>" }
        let list = items.isEmpty ? [] : ["<ul>"] + items + ["</ul>"]
        let lines =
            [
                "<section class=\"verdict \(verdict.rawValue)\">",
                "<h2>\(HTML.escaped(word))</h2>", "<p>\(HTML.isolated(sentence))</p>",
            ] + list + ["</section>"]
        return lines.joined(separator: "\n")
    }

    /// A section with a heading; `body` is HTML.
    package static func card(_ title: String, _ body: [String]) -> String {
        """
        <section class="card">
        <h2>\(HTML.escaped(title))</h2>
        \(body.joined(separator: "\n"))
        </section>
        """
    }

    /// The most important figures, at the top of the page.
    package static func tiles(_ tiles: [ReportTile]) -> String {
        let html = tiles.map(\.html).joined(separator: "\n")
        return tiles.isEmpty ? "" : "<section class=\"tiles\">\n\(html)\n</section>"
    }
}

/// A figure in large type with its description.
package struct ReportTile {
    package var number: String
    package var unit = ""
    package var words: String
    package var verdict = Verdict.neutral

    /// Whether the figure is as it should be. The colour is not the only sign of it.
    package enum Verdict: String, Sendable {
        case neutral, good, bad
    }

    package init(
        number: String, unit: String = "", words: String, verdict: Verdict = .neutral
    ) {
        self.number = number
        self.unit = unit
        self.words = words
        self.verdict = verdict
    }

    package var html: String {
        let unit = unit.isEmpty ? "" : " <small>\(HTML.escaped(unit))</small>"
        return "<div class=\"tile \(verdict.rawValue)\"><b>\(HTML.escaped(number))\(unit)</b>"
            + "<span>\(HTML.escaped(words))</span></div>"
    }
}
