/// What libxml2 finds wrong with a document, in words.
enum XMLMistake {
    /// `code` is one of libxml2's `xmlParserErrors`.
    static func words(forCode code: Int) -> String {
        switch code {
        case 4, 5: "it breaks off"
        case 9: "a character that XML does not allow"
        case 26: "an entity that is not declared"
        case 22, 23: "an ampersand that should be written &amp;"
        case 38, 39, 40, 41: "a mistake in an attribute"
        case 42: "an attribute stands there twice"
        case 68, 73: "a mistake in a tag"
        case 76: "a tag ends another than the open one"
        case 77: "an element does not end"
        default: "mistake \(code) of libxml2"
        }
    }
}
