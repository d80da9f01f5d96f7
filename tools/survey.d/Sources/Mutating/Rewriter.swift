import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Puts all mutants into a source file, each behind a switch.
///
/// The rewritten source behaves like the original while no mutant is switched on. The rewriter does not
/// know types, so the compiler may refuse a mutant, which is then left out by its number.
public struct Rewriter {
    /// The numbers of the mutants to leave out.
    private let omitted: Set<Int>
    private var last: Int
    private let file: String
    private let lines: [Substring]
    private let locations: SourceLocationConverter
    private var mutants: [Mutant] = []

    /// Rewrites `source`; its mutants are counted from `first`.
    public static func rewrite(
        _ source: String, file: String = "", first: Int = 1, omitting omitted: Set<Int> = []
    ) -> Rewritten {
        let parsed = Parser.parse(source: source)
        // An unknown operator stays in a list, unchanged.
        let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
        var rewriter = Rewriter(
            omitted: omitted, last: first - 1, file: file,
            lines: source.split(separator: "\n", omittingEmptySubsequences: false),
            locations: SourceLocationConverter(fileName: file, tree: tree))
        let text = rewriter.render(tree)
        return Rewritten(source: text, mutants: rewriter.mutants)
    }

    private init(
        omitted: Set<Int>, last: Int, file: String, lines: [Substring],
        locations: SourceLocationConverter
    ) {
        self.omitted = omitted
        self.last = last
        self.file = file
        self.lines = lines
        self.locations = locations
    }

    /// The number of a mutant that makes `change` to `node`; `nil` if it is left out.
    mutating func add(_ change: String, at node: some SyntaxProtocol) -> Int? {
        last += 1
        let line = node.startLocation(converter: locations).line
        let same = mutants.count {
            $0.line == line && ($0.change == change || $0.change.hasPrefix(change + " #"))
        }
        let words = change.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        mutants.append(
            Mutant(
                number: last, file: file, line: line,
                text: lines[line - 1].trimmed, change: same == 0 ? words : "\(words) #\(same + 1)"))
        return omitted.contains(last) ? nil : last
    }

    /// The text of `node` with the mutants of all its parts.
    mutating func render(_ node: some SyntaxProtocol) -> String {
        let node = Syntax(node)
        if let token = node.as(TokenSyntax.self) { return token.description }
        if node.isOutOfReach { return node.description }
        let whole = renderChildren(of: node)
        let changes = changes(of: node)
        if changes.isEmpty { return whole }
        let leading = node.leadingTrivia.description
        let trailing = node.trailingTrivia.description
        var core = String(whole.dropFirst(leading.count).dropLast(trailing.count))
        for change in changes { core = apply(change, to: node, core) }
        return leading + core + trailing
    }

    mutating func renderChildren(of node: Syntax) -> String {
        if let cases = node.as(SwitchCaseListSyntax.self) { return renderCases(cases) }
        if let list = node.as(ArrayElementListSyntax.self), list.count > 8 {
            // The first few elements of a table represent the rest.
            return list.enumerated().map { $0 < 4 ? render($1) : $1.description }.joined()
        }
        return node.children(viewMode: .sourceAccurate).map { render($0) }.joined()
    }
}

extension Syntax {
    /// Whether it cannot call a function, or is never run.
    fileprivate var isOutOfReach: Bool {
        switch kind {
        case .attributeList, .attribute, .genericArgumentClause, .genericParameterClause,
            .enumCaseElement, .importDecl, .macroExpansionExpr, .macroExpansionDecl,
            .availabilityCondition, .typeAnnotation, .precedenceGroupDecl, .keyPathExpr:
            true
        default: `is`(TypeSyntax.self)
        }
    }
}

extension Substring {
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
