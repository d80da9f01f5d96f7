import SwiftSyntax

extension Rewriter {
    /// A statement behind the switches of its removal and of its operator.
    mutating func renderStatement(_ node: Syntax, _ core: String) -> String {
        let original = node.trimmedDescription
        var text = core
        if let infix = node.as(CodeBlockItemSyntax.self)?.item.as(InfixOperatorExprSyntax.self),
            let name = infix.name, let other = Self.otherAssignments[name],
            !infix.rightOperand.is(StringLiteralExprSyntax.self),
            !infix.rightOperand.is(ArrayExprSyntax.self),
            let number = add("\(name) -> \(other)", at: infix.operator)
        {
            text = "if _m(\(number)) { \(infix.text(with: other)) } else { \(text) }"
        }
        return add("remove \(original)", at: node).map { "if _k(\($0)) { \(text) }" } ?? text
    }

    private static let otherAssignments = ["+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+="]

    /// The arms of a `switch`, each with the body of the next one behind a switch, and the other way
    /// round.
    mutating func renderCases(_ cases: SwitchCaseListSyntax) -> String {
        let arms = cases.map { $0.as(SwitchCaseSyntax.self) }
        var swaps: [Int?] = []
        for (arm, next) in zip(arms, arms.dropFirst()) {
            guard let arm, let next, arm.isSwappable, next.isSwappable,
                arm.statements.trimmedDescription != next.statements.trimmedDescription
            else {
                swaps.append(nil)
                continue
            }
            let label = next.label.trimmedDescription
            swaps.append(add("swap \(arm.label.trimmedDescription) \(label)", at: arm))
        }
        return zip(cases, arms).enumerated().map { index, pair in
            guard let arm = pair.1 else { return render(pair.0) }
            let before = index > 0 ? swaps[index - 1] : nil
            let after = index < swaps.count ? swaps[index] : nil
            let body = render(arm.statements)
            var choice = ""
            if let before, let other = arms[index - 1] {
                choice += "if _m(\(before)) {\n\(other.statements.description)\n} else "
            }
            if let after, let other = arms[index + 1] {
                choice += "if _m(\(after)) {\n\(other.statements.description)\n} else "
            }
            let attribute = arm.attribute?.description ?? ""
            let label = attribute + render(arm.label)
            return choice.isEmpty ? label + body : "\(label)\n\(choice){\(body)\n}\n"
        }.joined()
    }
}

extension SwitchCaseSyntax {
    /// Whether its body fits under another label: it binds nothing, and does not fall through.
    fileprivate var isSwappable: Bool {
        guard let label = label.as(SwitchCaseLabelSyntax.self) else { return true }
        return !label.caseItems.contains { $0.pattern.bindsNames }
            && !statements.contains { $0.item.is(FallThroughStmtSyntax.self) }
    }
}

extension PatternSyntax {
    fileprivate var bindsNames: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.tokenKind == .keyword(.let) || $0.tokenKind == .keyword(.var)
        }
    }
}

extension CodeBlockItemSyntax {
    /// Whether it is a call or an assignment without which the function is still complete.
    var isRemovable: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), !list.isValue else {
            return false
        }
        guard case .expr(let expression) = item else { return false }
        if let call = expression.unmarked.as(FunctionCallExprSyntax.self) {
            return !call.isFinal
        }
        guard let infix = expression.unmarked.as(InfixOperatorExprSyntax.self) else { return false }
        if infix.operator.is(AssignmentExprSyntax.self) {
            return !isInInitializer && !infix.leftOperand.isSetHereFirst
        }
        // Only assignment operators form statements.
        return infix.name?.hasSuffix("=") == true
    }

    private var isInInitializer: Bool {
        var node = parent
        while let one = node {
            if one.is(InitializerDeclSyntax.self) { return true }
            if one.is(FunctionDeclSyntax.self) || one.is(AccessorDeclSyntax.self) { return false }
            node = one.parent
        }
        return false
    }
}

extension ExprSyntax {
    /// The expression after `try`, `await` and `unsafe`.
    fileprivate var unmarked: ExprSyntax {
        if let marked = self.as(TryExprSyntax.self) { return marked.expression.unmarked }
        if let marked = self.as(AwaitExprSyntax.self) { return marked.expression.unmarked }
        if let marked = self.as(UnsafeExprSyntax.self) { return marked.expression.unmarked }
        return self
    }

    /// Whether it is a variable declared in the same function without a value.
    fileprivate var isSetHereFirst: Bool {
        guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        var node = parent
        while let one = node {
            if let list = one.as(CodeBlockItemListSyntax.self), list.declares(name) { return true }
            if one.is(FunctionDeclSyntax.self) { return false }
            node = one.parent
        }
        return false
    }
}

extension CodeBlockItemListSyntax {
    /// Whether it declares `name` without a value.
    fileprivate func declares(_ name: String) -> Bool {
        contains { item in
            guard let variable = item.item.as(VariableDeclSyntax.self) else { return false }
            return variable.bindings.contains {
                $0.initializer == nil && $0.pattern.trimmedDescription == name
            }
        }
    }

    /// Whether its only item may be an implicit return value.
    fileprivate var isValue: Bool {
        guard count == 1, let owner = parent else { return false }
        if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
        if let arm = owner.as(SwitchCaseSyntax.self) {
            return arm.parent?.parent?.as(SwitchExprSyntax.self).map { Syntax($0).isValue } ?? false
        }
        guard let block = owner.as(CodeBlockSyntax.self), let parent = block.parent else {
            return false
        }
        if let function = parent.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        if let accessor = parent.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get"
        }
        return parent.is(IfExprSyntax.self) && parent.isValue
    }
}

extension Syntax {
    /// Whether this `if` or `switch` has a value that is used.
    fileprivate var isValue: Bool {
        guard let parent else { return false }
        if parent.is(IfExprSyntax.self) { return parent.isValue }
        guard parent.is(ExpressionStmtSyntax.self) else { return true }
        return parent.parent?.parent?.as(CodeBlockItemListSyntax.self)?.isValue ?? false
    }
}

extension FunctionCallExprSyntax {
    /// Whether it ends the function, or the function is incomplete without it.
    fileprivate var isFinal: Bool {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text == "init"
        }
        return ["fatalError", "preconditionFailure", "exit", "_exit", "abort"].contains(
            calledExpression.trimmedDescription)
    }
}
