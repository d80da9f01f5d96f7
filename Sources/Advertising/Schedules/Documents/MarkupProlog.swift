/// What stands before the root of an XML document.
enum MarkupProlog {
    /// The document without its XML declaration.
    ///
    /// Refuses a document type, which could say what entities stand for: one that stands for ten of
    /// another, and so on, fills any memory.
    static func content(of document: [UInt8]) throws(AdScheduleError.Reason) -> ArraySlice<UInt8> {
        var content = document[...]
        if content.starts(with: "<?xml".utf8) { content = content.after("?>") ?? content }
        var rest = content
        while true {
            rest = rest.drop(while: { $0 <= UInt8(ascii: " ") })
            if rest.starts(with: "<!--".utf8), let after = rest.dropFirst(4).after("-->") {
                rest = after
            } else if rest.starts(with: "<?".utf8), let after = rest.after("?>") {
                rest = after
            } else {
                break
            }
        }
        if rest.starts(with: "<!".utf8) {
            // A web page declares one, and is better told what it is.
            let words = String(decoding: rest.prefix(14), as: UTF8.self).lowercased()
            throw words == "<!doctype html" ? .unknownRoot("html") : .declaresDocumentType
        }
        return content
    }
}

extension ArraySlice<UInt8> {
    /// What stands after the first place where `text` stands; `nil` if it stands nowhere.
    fileprivate func after(_ text: String) -> ArraySlice<UInt8>? {
        firstRange(of: Array(text.utf8)).map { self[$0.upperBound...] }
    }
}
