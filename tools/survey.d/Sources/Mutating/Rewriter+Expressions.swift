import SwiftSyntax

extension Rewriter {
    /// A change to a node.
    enum Change {
        case negate
        case lose
        case never
        case literal(String)
        case operators(String, by: String)
        case swapExtremes(by: String)
        case statement
    }

    /// The possible changes to `node`, the innermost first.
    func changes(of node: Syntax) -> [Change] {
        if let element = node.as(ConditionElementSyntax.self) {
            return element.condition.is(MatchingPatternConditionSyntax.self) ? [.never] : []
        }
        if let item = node.as(CodeBlockItemSyntax.self) {
            return item.isRemovable ? [.statement] : []
        }
        guard let expression = node.as(ExprSyntax.self) else { return [] }
        if expression.isBoundValue { return [.lose] }
        var changes = [valueChange(of: expression)].compactMap(\.self)
        if expression.isCondition {
            // The compiler needs `while true` unchanged.
            if expression.is(BooleanLiteralExprSyntax.self) { return [] }
            if case .negate? = changes.last { return changes }
            changes.append(.negate)
        } else if case .negate? = changes.last, expression.isMarkedCondition {
            return []
        }
        return changes
    }

    private func valueChange(of expression: ExprSyntax) -> Change? {
        if let literal = expression.as(IntegerLiteralExprSyntax.self) {
            return Self.changed(literal.literal.text).map { .literal($0) }
        }
        if let literal = expression.as(FloatLiteralExprSyntax.self) {
            guard let value = Double(literal.literal.text.filter { $0 != "_" }) else { return nil }
            return .literal(value == 0 ? "1.0" : "\(value * 2)")
        }
        if expression.is(BooleanLiteralExprSyntax.self) {
            // A switch over truth values stays complete only with the literals themselves.
            return expression.isInPattern ? nil : .negate
        }
        if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return .negate
        }
        if let infix = expression.as(InfixOperatorExprSyntax.self) { return infix.change }
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 2,
            call.arguments.allSatisfy({ $0.label == nil }), call.trailingClosure == nil,
            let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        {
            if name == "min" { return .swapExtremes(by: "max") }
            if name == "max" { return .swapExtremes(by: "min") }
        }
        return nil
    }

    /// Another integer for the literal `text`, which fits every type that `text` fits.
    private static func changed(_ text: String) -> String? {
        let digits = text.filter { $0 != "_" }.lowercased()
        let value: UInt64? =
            switch digits.prefix(2) {
            case "0x": UInt64(digits.dropFirst(2), radix: 16)
            case "0b": UInt64(digits.dropFirst(2), radix: 2)
            case "0o": UInt64(digits.dropFirst(2), radix: 8)
            default: UInt64(digits)
            }
        guard let value else { return nil }
        // The greatest number of a type has no successor.
        let isGreatest = value > 100 && (value & (value &+ 1)) == 0
        return isGreatest ? "\(value - 1)" : "\(value + 1)"
    }

    /// `core`, the text of `node` with the mutants in it, with the switch for `change` around it.
    mutating func apply(_ change: Change, to node: Syntax, _ core: String) -> String {
        let original = node.trimmedDescription
        switch change {
        case .negate:
            return add("negate \(original)", at: node).map { "_flip(\($0), \(core))" } ?? core
        case .lose:
            return add("no value for \(original)", at: node).map { "_lose(\($0), \(core))" } ?? core
        case .never:
            guard let number = add("never \(original)", at: node) else { return core }
            // The comma after it stays after all of its parts.
            return core.hasSuffix(",")
                ? "\(core.dropLast()), _k(\(number))," : "\(core), _k(\(number))"
        case .literal(let changed):
            return add("\(original) -> \(changed)", at: node)
                .map { "_pick(\($0), \(core), \(changed))" } ?? core
        case .operators(let name, let other):
            guard let infix = node.as(InfixOperatorExprSyntax.self),
                let number = add("\(name) -> \(other)", at: infix.operator)
            else { return core }
            return "(_m(\(number)) ? \(infix.text(with: other)) : \(core))"
        case .swapExtremes(let other):
            guard let call = node.as(FunctionCallExprSyntax.self) else { return core }
            let name = call.calledExpression.trimmedDescription
            return add("\(name) -> \(other)", at: node)
                .map { "(_m(\($0)) ? \(other)\(original.dropFirst(3)) : \(core))" } ?? core
        case .statement: return renderStatement(node, core)
        }
    }
}

extension InfixOperatorExprSyntax {
    /// The operators that replace each other.
    private static let others = [
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "&+": "&-", "&-": "&+",
        "&&": "||", "||": "&&",
    ]

    /// The name of the operator, if it is binary.
    var name: String? { self.operator.as(BinaryOperatorExprSyntax.self)?.operator.text }

    fileprivate var change: Rewriter.Change? {
        guard let name else { return nil }
        if ["==", "!=", "===", "!=="].contains(name) { return .negate }
        guard let other = Self.others[name] else { return nil }
        let isText = name == "+" && [leftOperand, rightOperand].contains { $0.isTextOrList }
        return isText ? nil : .operators(name, by: other)
    }

    /// The expression with `other` for its operator.
    func text(with other: String) -> String {
        leftOperand.description.drop { $0.isWhitespace }
            + self.operator.description.replacing(name ?? "", with: other)
            + rightOperand.trimmedDescription
    }
}

extension ExprSyntax {
    /// Whether it is a whole condition.
    fileprivate var isCondition: Bool {
        guard let parent else { return false }
        if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) {
            return true
        }
        return parent.as(TernaryExprSyntax.self)?.condition.id == id
    }

    /// Whether it is a condition but for `try`, `await` or `unsafe`, where the whole is negated.
    fileprivate var isMarkedCondition: Bool {
        guard let marked = parent?.as(ExprSyntax.self), marked.isMark else { return false }
        return marked.isCondition || marked.isMarkedCondition
    }

    private var isMark: Bool {
        self.is(TryExprSyntax.self) || self.is(AwaitExprSyntax.self)
            || self.is(UnsafeExprSyntax.self)
    }

    /// Whether it is part of a `case` pattern.
    fileprivate var isInPattern: Bool {
        var node = parent
        while let one = node {
            if one.is(ExpressionPatternSyntax.self) { return true }
            if one.is(StmtSyntax.self) || one.is(DeclSyntax.self) { return false }
            node = one.parent
        }
        return false
    }

    /// Whether it is the value of an optional binding.
    fileprivate var isBoundValue: Bool {
        parent?.is(InitializerClauseSyntax.self) == true
            && parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
    }

    /// Whether its sum with another is visibly one of strings or arrays.
    fileprivate var isTextOrList: Bool {
        if let infix = self.as(InfixOperatorExprSyntax.self) {
            return infix.leftOperand.isTextOrList || infix.rightOperand.isTextOrList
        }
        return self.is(StringLiteralExprSyntax.self) || self.is(ArrayExprSyntax.self)
    }
}
