/// A value of a document whose writers disagree on its type: a number may be a string, a list of
/// one thing the thing itself, and what is neither counts as missing.
struct LooseValue: Decodable, Hashable {
    /// As a text; `nil` if it is not one.
    let text: String?

    /// As texts; empty if it is none.
    let texts: [String]

    /// As a finite number; `nil` if it is not one.
    let number: Double?

    /// As yes or no; `nil` if it is neither.
    let truth: Bool?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let truth = try? value.decode(Bool.self) {  // throws where it is something else
            (text, texts, number, self.truth) = ("\(truth)", [], nil, truth)
        } else if let number = try? value.decode(Double.self) {  // likewise
            let text = Int(exactly: number).map(String.init) ?? "\(number)"
            (self.text, texts, self.number, truth) = (text, [], number, number != 0)
        } else if let text = try? value.decode(String.self) {  // likewise
            let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
            (self.text, texts) = (text, text.isEmpty ? [] : [text])
            (self.number, truth) = (
                number, ["true": true, "1": true, "false": false, "0": false][text]
            )
        } else {
            // Of a list only what is text; of all else nothing, which is no reason to fail.
            texts = (try? value.decode([LooseValue].self))?.flatMap(\.texts) ?? []
            (text, number, truth) = (texts.first, nil, nil)
        }
    }
}
