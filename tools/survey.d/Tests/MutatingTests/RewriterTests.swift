import Mutating
import Testing

@Suite("Rewriter")
struct RewriterTests {
    /// `source` in a function, rewritten; without the lines around it.
    private func rewritten(_ source: String, omitting omitted: Set<Int> = []) -> String {
        let whole = Rewriter.rewrite("func f() {\n\(source)\n}\n", omitting: omitted).source
        return whole.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    }

    private func changes(_ source: String) -> [String] {
        Rewriter.rewrite(source).mutants.map(\.change)
    }

    @Test(
        "puts each change behind a switch",
        arguments: [
            ("stop()", "if _k(1) { stop() }"),
            ("try await stop(a)", "if _k(1) { try await stop(a) }"),
            ("if isOn { return }", "if _flip(1, isOn) { return }"),
            (
                "guard a < b else { return }",
                "guard _flip(2, (_m(1) ? a <= b : a < b)) else { return }"
            ),
            ("while a == b {}", "while _flip(1, a == b) {}"),
            ("if try !a() {}", "if _flip(1, try !a()) {}"),
            ("for a in b where a.isOn {}", "for a in b where _flip(1, a.isOn) {}"),
            ("if let a {}", "if let a {}"),
            ("if let a = b() {}", "if let a = _lose(1, b()) {}"),
            ("if case .a = b, c {}", "if case .a = b, _k(1), _flip(2, c) {}"),
            ("let a = b ? c : d", "let a = _flip(1, b) ? c : d"),
            ("let a = 0", "let a = _pick(1, 0, 1)"),
            ("let a = 0xFF", "let a = _pick(1, 0xFF, 254)"),
            ("let a = 2.5", "let a = _pick(1, 2.5, 5.0)"),
            ("let a = true", "let a = _flip(1, true)"),
            ("let a = b + c", "let a = (_m(1) ? b - c : b + c)"),
            (
                "let a = b && c || d",
                "let a = (_m(2) ? b && c && d : (_m(1) ? b || c : b && c) || d)"
            ),
            ("let a = min(b, c)", "let a = (_m(1) ? max(b, c) : min(b, c))"),
            ("a += b", "if _k(2) { if _m(1) { a -= b } else { a += b } }"),
            ("a = b", "if _k(1) { a = b }"),
        ])
    func change(source: String, expected: String) {
        #expect(rewritten(source) == expected)
    }

    @Test(
        "leaves alone what no type checker takes, or what cannot be told apart",
        arguments: [
            "let a = [1: b]".replacing("1", with: "c"), "let a = b + \"c\"", "let a = [b] + [c]",
            "while true {}", "switch a { case (true, b): return }", "fatalError()",
            "let a: InlineArray<12, Int> = b", "return a",
            "let a: Int", "let a = b ?? c", "throw a", "if #available(Linux 1, *) {}",
        ])
    func untouched(source: String) {
        #expect(rewritten(source) == source)
    }

    @Test("removes nothing that is a value, and no assignment that gives a variable its first one")
    func values() {
        #expect(changes("func a() -> Int { b() }") == [])
        #expect(changes("var a: Int { b() }") == [])
        #expect(changes("let a = { b() }") == [])
        #expect(changes("func a() -> Int { switch b { case .c: d() case .e(let e): e } }") == [])
        #expect(changes("init() { self.a = b }") == [])
        #expect(changes("func a() { let b: Int; b = c }") == [])
        #expect(changes("func a() { b() }") == ["remove b()"])
    }

    @Test("swaps the arms of a switch with the next ones, where they bind nothing")
    func arms() {
        let source = "switch a {\ncase .b: c()\ncase .d: e()\ncase .f(let g): g()\ndefault: h()\n}"
        let result = Rewriter.rewrite(source)
        #expect(
            result.mutants.map(\.change) == [
                "swap case .b: case .d:", "remove c()", "remove e()", "remove g()", "remove h()",
            ])
        let text = result.source.filter { !$0.isWhitespace }
        #expect(text.contains("case.b:if_m(1){e()}else{if_k(2){c()}}"))
        #expect(text.contains("case.d:if_m(1){c()}else{if_k(3){e()}}"))
        #expect(text.contains("case.f(letg):if_k(4){g()}"))
    }

    @Test("says of each mutant where it is, and which of several alike")
    func places() {
        let result = Rewriter.rewrite("\n  let a = b + 1 + 1\n", file: "A.swift", first: 7)
        #expect(result.mutants.map(\.number) == [7, 8, 9, 10])
        #expect(result.mutants.allSatisfy { $0.line == 2 && $0.text == "let a = b + 1 + 1" })
        #expect(result.mutants.map(\.change) == ["1 -> 2", "+ -> -", "1 -> 2 #2", "+ -> - #2"])
    }

    @Test("leaves out what it is told to, and numbers the others as before")
    func omitting() {
        #expect(rewritten("if a { b() }", omitting: [1]) == "if a { if _k(2) { b() } }")
        #expect(rewritten("if a { b() }", omitting: [1, 2]) == "if a { b() }")
    }

    @Test("keeps comments, layout and what is no code")
    func layout() {
        let source = """
            import A  // a
            /// Doc.
            @Suite(1) enum B: Int { case c = 1 }

            """
        #expect(Rewriter.rewrite(source).source == source)
    }
}
