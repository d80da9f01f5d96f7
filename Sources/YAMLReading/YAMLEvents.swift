import CYAML

/// The parts of a document, in its order, from libyaml's parser.
struct YAMLEvents: ~Copyable {
    /// Its address must not change, since libyaml keeps pointers into it.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml does not copy the document.
    private let document: UnsafeMutableBufferPointer<UInt8>
    private var hasEnded = false

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ bytes: [UInt8]) {
        // libyaml skips a byte order mark only where it has to find out the encoding.
        let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        document = .allocate(capacity: text.count)
        _ = document.initialize(from: text)
        parser = .allocate(capacity: 1)
        // It clears the parser first. It fails only without memory, and then the first call of the parser fails too.
        _ = yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, document.baseAddress, document.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        document.deallocate()
    }

    /// The next part; `nil` after the last one.
    mutating func next() throws(YAMLFailure) -> YAMLEvent? {
        while !hasEnded {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else {
                hasEnded = true
                throw failure
            }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { hasEnded = true }
            if let kind = Self.kind(of: event) {
                return YAMLEvent(kind: kind, line: Self.line(event.start_mark))
            }
        }
        return nil
    }

    /// What `event` adds to the document; `nil` if nothing.
    private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind? {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: .document
        case YAML_SCALAR_EVENT:
            event.data.scalar.anchor == nil && event.data.scalar.tag == nil
                ? .text(text(event)) : .aliasOrTag
        case YAML_SEQUENCE_START_EVENT:
            event.data.sequence_start.anchor == nil && event.data.sequence_start.tag == nil
                ? .listStart : .aliasOrTag
        case YAML_MAPPING_START_EVENT:
            event.data.mapping_start.anchor == nil && event.data.mapping_start.tag == nil
                ? .mappingStart : .aliasOrTag
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .end
        case YAML_ALIAS_EVENT: .aliasOrTag
        case _: nil
        }
    }

    private static func text(_ event: yaml_event_t) -> String {
        let scalar = event.data.scalar
        return String(
            decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
            as: UTF8.self)
    }

    private static func line(_ mark: yaml_mark_t) -> Int {
        Int(clamping: mark.line) + 1
    }

    private var failure: YAMLFailure {
        let line = Self.line(parser.pointee.problem_mark)
        guard parser.pointee.error != YAML_READER_ERROR else {
            let before = document.prefix(parser.pointee.problem_offset)
            return .notText(line: before.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        return .malformed(line: line, problem: problem)
    }
}
