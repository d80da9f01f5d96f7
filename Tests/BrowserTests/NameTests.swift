import Testing

extension Chromium {
    @Suite("the names on the page", .serialized)
    struct NameTests {
        @Test("are the last part of an address, unescaped, or its host; titles stay as they are")
        func names() async throws {
            try await Visit.run { visit in
                let found: [String] = try await visit.browser.finish(
                    """
                    import('/page/format.js').then(({ nameOf, readable }) => done([
                      ...\(Self.list(Self.sources)).map(nameOf),
                      ...\(Self.list(Self.titles)).map(readable)]));
                    """)
                #expect(found == Self.sources.map(\.1) + Self.titles.map(\.1))
            }
        }

        private static func list(_ cases: [(String, String)]) -> String {
            "[\(cases.map { "'\($0.0)'" }.joined(separator: ", "))]"
        }

        private static let sources = [
            ("http://radio.example/live.mp3", "live"),
            ("http://radio.example:8000/Morgen%20auf%20See_2.ogg?x=1", "Morgen auf See 2"),
            ("https://radio.example/", "radio.example"),
            ("http://a.example/%E0%A4%A.mp3", "%E0%A4%A"),
            ("/srv/music/Low_Tide.flac", "Low Tide"), ("-", "-"),
            ("http://a.example/show.2024", "show.2024"),
        ]

        private static let titles = [
            ("Skerry Line Ferries", "Skerry Line Ferries"), ("tea_time.mp3", "tea time"),
            ("http://a.example/b/tea%20time.mp3", "tea time"),
            ("Track 01.mp3 live", "Track 01.mp3 live"), ("", ""),
        ]
    }
}
