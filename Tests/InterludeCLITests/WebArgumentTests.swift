import Testing

@testable import InterludeCLI

@Suite("Web argument")
struct WebArgumentTests {
    @Test(
        "is a port, or a host and a port",
        arguments: [
            ("8080", "127.0.0.1", 8080), ("0", "127.0.0.1", 0), ("0.0.0.0:80", "0.0.0.0", 80),
            ("localhost:8080", "localhost", 8080), ("[::1]:8080", "::1", 8080),
        ])
    func read(text: String, host: String, port: Int) throws {
        let argument = try WebArgument(parsing: text)
        #expect(argument.host == host)
        #expect(argument.port == port)
    }

    @Test(
        "is refused otherwise",
        arguments: [
            "", "radio", "65536", "-1", ":8080", "radio:", "::1:8080", "[]:8080", "+80", "a b:80",
            "http://radio:80", "١",
        ])
    func refused(text: String) {
        #expect(throws: UnusableArgument.self) { try WebArgument(parsing: text) }
    }

    @Test(
        "options that contradict each other are refused",
        arguments: [
            (["--web-token", "0123456789abcdef"], "--web PORT"),
            (["--web", "0", "--web-token", "short"], "at least 16"),
            (["--web-token-file", "t"], "--web PORT"),
            (
                ["--web", "0", "--web-token", "0123456789abcdef", "--web-token-file", "t"],
                "leave one out"
            ),
            (["--web", "0", "--clock", "virtual"], "--clock virtual"),
        ])
    func combinations(arguments: [String], reason: String) {
        let error = #expect(throws: (any Error).self) {
            _ = try InterludeCommand.parseAsRoot(["play", "a.mp3"] + arguments)
        }
        let failure = error.flatMap { CommandFailure($0, parsing: InterludeCommand.self) }
        #expect(failure?.status == .usage)
        #expect(failure?.line.contains(reason) == true, "\(failure?.line ?? "")")
    }
}
