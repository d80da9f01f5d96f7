import CMalloc
import Testing
import YAMLReading

@Suite("A YAML document")
struct YAMLDocumentTests {
    @Test("has texts, lists and mappings, each with its line")
    func values() throws {
        let document = """
            # a comment
            source: http://a.example/live
            push:
              - 0s=a.mp3
              - "5s=b: c.mp3"
            web: {port: 80}
            empty:
            """
        #expect(
            try read(document)
                == .init(
                    .mapping([
                        .init("source", line: 2, text("http://a.example/live", 2)),
                        .init(
                            "push", line: 3,
                            .init(.list([text("0s=a.mp3", 4), text("5s=b: c.mp3", 5)]), line: 4)),
                        .init(
                            "web", line: 6,
                            .init(.mapping([.init("port", line: 6, text("80", 6))]), line: 6)),
                        .init("empty", line: 7, text("", 7)),
                    ]), line: 2))
    }

    @Test("keeps each scalar as it is written", arguments: ["yes", "1e3", "~", "0x10", "-6dB"])
    func scalars(written: String) throws {
        #expect(try read(written) == text(written, 1))
    }

    @Test("may begin with a byte order mark, as editors of Windows write it")
    func byteOrderMark() throws {
        let document = "a: b\nc: d\n"
        #expect(try read("\u{FEFF}" + document) == read(document))
    }

    @Test("without a value is none", arguments: ["", "# only a comment\n", "\n\n"])
    func empty(document: String) throws {
        #expect(try read(document) == nil)
    }

    @Test(
        "that cannot be read gives the line and the reason",
        arguments: [
            ("a: b\na: c", YAMLFailure.duplicateKey("a", line: 2)),
            ("a:\n  - *b", .usesAliasOrTag(line: 2)),
            ("a: &b [c]", .usesAliasOrTag(line: 1)), ("a: &b c", .usesAliasOrTag(line: 1)),
            ("a: !!binary c", .usesAliasOrTag(line: 1)),
            ("&a {b: c}", .usesAliasOrTag(line: 1)),
            ("[a]: b", .keyIsNoText(line: 1)),
            ("a\n---\nb", .secondDocument(line: 2)),
            (
                "a: b: c",
                .malformed(line: 1, problem: "mapping values are not allowed in this context")
            ),
            ("a:\n  - b\n c", .malformed(line: 3, problem: "did not find expected key")),
            ("\n\n'a", .malformed(line: 3, problem: "found unexpected end of stream")),
            ("a: \u{1}", .notText(line: 1)),
        ])
    func mistakes(document: String, failure: YAMLFailure) {
        #expect(throws: failure) { try read(document) }
    }

    @Test("that is not UTF-8 gives the line")
    func encoding() {
        #expect(throws: YAMLFailure.notText(line: 2)) {
            try YAMLDocument.read(Array("a: b\nc: ".utf8) + [0xFF])
        }
        // UTF-16, which libyaml could read as well.
        #expect(throws: YAMLFailure.notText(line: 1)) {
            try YAMLDocument.read([0xFF, 0xFE, 0x61, 0])
        }
    }

    @Test("has bounds for its size, its depth and its values")
    func bounds() throws {
        let bounds = YAMLBounds(byteCount: 20, depth: 2, nodeCount: 6)
        _ = try read("[[a, b, c, d]]", within: bounds)
        #expect(throws: YAMLFailure.tooDeep(line: 2)) { try read("[[\n[a]]]", within: bounds) }
        #expect(throws: YAMLFailure.tooManyNodes(line: 1)) {
            try read("[[a, b, c, d, e]]", within: bounds)
        }
        #expect(throws: YAMLFailure.tooLarge) { try read("[a, b, c, d, e, f, g]", within: bounds) }
    }

    @Test(
        "may have as many bytes, values and levels as its bounds, and no more",
        arguments: [
            ("#", 1, String(repeating: "#", count: (1 << 20) - 1), YAMLFailure.tooLarge),
            ("[", 15, "[" + String(repeating: "]", count: 16), .tooDeep(line: 1)),
            ("a,", 49_998, "a]", .tooManyNodes(line: 1)),
        ])
    func usualBounds(
        part: String, count: Int, end: String, failure: YAMLFailure
    ) throws {
        let start = part == "a," ? "[" : ""
        _ = try read(start + String(repeating: part, count: count) + end)
        #expect(throws: failure) {
            let more = part == "[" ? "]" : ""
            _ = try read(start + String(repeating: part, count: count + 1) + end + more)
        }
    }

    @Test("leaves no memory behind, whether or not it can be read")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let documents = ["- \(String(repeating: "a", count: 1000))", "a: b\na: c", "'a"]
            func readAll() {
                for document in documents {
                    // try?: two of them cannot be read.
                    _ = try? YAMLDocument.read(Array(document.utf8))
                }
            }
            for _ in 0..<100 { readAll() }
            let before = mallinfo2().uordblks
            for _ in 0..<1000 { readAll() }
            let more = Int(mallinfo2().uordblks) - Int(before)
            // The parser of each document has hundreds of bytes.
            precondition(more < 100_000, "\(more) bytes")
        }
    }

    @Test("that nests without end is refused", arguments: ["[", "{a: ", "- "])
    func nesting(part: String) {
        #expect(throws: YAMLFailure.self) { try read(String(repeating: part, count: 100_000)) }
    }

    private func text(_ text: String, _ line: Int) -> YAMLNode {
        YAMLNode(.text(text), line: line)
    }

    private func read(
        _ document: String, within bounds: YAMLBounds = YAMLBounds()
    ) throws(YAMLFailure) -> YAMLNode? {
        try YAMLDocument.read(Array(document.utf8), within: bounds)
    }
}
