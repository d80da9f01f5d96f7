/// Why an ad server was no help, in one line.
struct TruexServerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
