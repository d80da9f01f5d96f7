import Glibc
import NIOCore
import Testing

@testable import InterludeWeb

@Suite("A page that cannot be served")
struct PageServerErrorTests {
    private static let configuration = PageServerConfiguration(host: "radio.example", port: 8080)

    @Test(
        "says why in one sentence, and what to try",
        arguments: [
            (
                EADDRINUSE,
                "port 8080 of radio.example is taken; choose another, or 0 for a free one"
            ),
            (
                EMFILE,
                "too many files are open in this process; raise the limit with 'ulimit -n'"
            ),
            (
                EACCES,
                "cannot listen at radio.example, port 8080: Permission denied; "
                    + "name an address of this machine"
            ),
        ])
    func words(code: Int32, words: String) {
        let error = IOError(errnoCode: code, reason: "bind")
        #expect(PageServerError(error, Self.configuration).description == words)
    }
}
