import Advertising

/// What the station answers is written down as it looks.
extension JSONNode: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
    package init(nilLiteral: ()) { self = .null }
}
