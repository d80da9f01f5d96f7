/// What one metadata block of an ICY stream says: `StreamTitle='…';StreamUrl='…';` and more.
package struct ICYMetadata: Hashable, Sendable {
    /// One `key='value';` of the block.
    package struct Field: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// Every field, in the order of the block; a key may come twice.
    package var fields: [Field]

    package init(fields: [Field] = []) {
        self.fields = fields
    }

    /// The value of the first field named `key`, in whatever case, or `nil` if there is none.
    package subscript(key: String) -> String? {
        let key = key.lowercased()
        return fields.first { $0.key.lowercased() == key }?.value
    }

    /// `StreamTitle`: what is on. `nil` if the block does not say, empty if nothing is named.
    package var title: String? { self["StreamTitle"] }

    /// `StreamUrl`: where more is to be found, often a picture.
    package var url: String? { self["StreamUrl"] }
}

extension ICYMetadata {
    /// Reads a block as it came, with or without the zeros that fill it up.
    ///
    /// Never fails: servers put titles in as they find them. A value ends only where the next key
    /// or the end of the block follows, so `'` and `;` may stand in it, and the last quote may be
    /// missing. Text is UTF-8 where it is valid UTF-8, else Latin-1.
    package init(parsing block: some Sequence<UInt8>) {
        var scanner = ICYFieldScanner(text: Array(block.prefix { $0 != 0 }))
        fields = []
        while let field = scanner.next() { fields.append(field) }
    }
}
