import PlainText

/// A part of the status line, in forms from the longest to the shortest.
struct StatusPart {
    /// A form of a part, and how much the line loses without it.
    struct Form {
        var text: String
        /// Of all parts, the form with the lowest weight is given up first.
        var weight: Int
    }

    let color: TextStyle.Color
    private var forms: [Form]
    /// The index of the shown form; the number of forms if the part is left out.
    private var shown = 0
    private let necessity: Necessity
    /// A text from outside, which can be cut between words; `nil` for fixed forms.
    fileprivate var words: Words?

    private enum Necessity {
        case optional
        /// The last form is always shown.
        case needed
    }

    fileprivate struct Words {
        var text: String
        var marks: (open: String, close: String)
    }

    init(_ forms: [Form], _ color: TextStyle.Color = .plain) {
        self.init(forms, color, .optional)
    }

    init(_ text: String, weight: Int, _ color: TextStyle.Color = .plain) {
        self.init([Form(text: text, weight: weight)], color)
    }

    private init(_ forms: [Form], _ color: TextStyle.Color, _ necessity: Necessity) {
        self.forms = forms.map { Form(text: $0.text.printable(), weight: $0.weight) }
        self.color = color
        self.necessity = necessity
    }

    /// A part that is never left out.
    static func needed(_ forms: [Form], _ color: TextStyle.Color) -> StatusPart {
        StatusPart(forms, color, .needed)
    }

    /// A title or a name of any length. Gives up its length before other parts give up theirs, and
    /// at last disappears with `weight`. A form that would cut its first word is not used.
    static func title(
        _ text: String, between marks: (open: String, close: String) = ("", ""), weight: Int,
        _ color: TextStyle.Color = .plain
    ) -> StatusPart {
        let words = Words(text: text.printable(limit: 200), marks: marks)
        var forms: [Form] = []
        for (width, weight) in [(400, 10), (40, weight - 9), (24, weight - 5), (16, weight)] {
            guard let text = words.enclosed(within: width) else { break }
            forms.append(Form(text: text, weight: weight))
        }
        forms[forms.count - 1].weight = weight
        var part = StatusPart(forms, color)
        part.words = words
        return part
    }

    /// The shown text; `nil` if the part is left out.
    var text: String? { forms.indices.contains(shown) ? forms[shown].text : nil }

    /// The weight of the shown form; `nil` if it must stay or none is shown.
    var weight: Int? {
        guard forms.indices.contains(shown) else { return nil }
        return necessity == .needed && shown == forms.count - 1 ? nil : forms[shown].weight
    }

    /// The weight of the form that was given up last; `nil` if none was.
    var lostWeight: Int? { shown > 0 ? forms[shown - 1].weight : nil }

    /// Gives up the shown form.
    mutating func shorten() { shown += 1 }

    /// Shows the form again that was given up last.
    mutating func lengthen() { shown -= 1 }

    /// Uses up to `count` more columns for a text that was cut.
    mutating func grow(by count: Int) {
        guard let words, let text,
            let wider = words.enclosed(within: TextColumns.count(of: text) + count)
        else { return }
        forms[shown].text = wider
    }
}

extension StatusPart.Words {
    /// The text between its marks, cut to `width` columns; `nil` if its first word does not fit.
    fileprivate func enclosed(within width: Int) -> String? {
        let room = width - TextColumns.count(of: marks.open + marks.close)
        return TextColumns.cut(text, to: room).map { marks.open + $0 + marks.close }
    }
}
