import TestServers
import Testing

@Suite("What cannot be installed")
struct InstallRefusalTests {
    @Test(
        "is refused with the reason, and nothing is done",
        arguments: [
            ([], 64, "say where to with --prefix"), (["--prefix"], 64, "--prefix needs a value"),
            (["--prefix", "usr"], 64, "a prefix begins with /"),
            (["--prefix", "/a b"], 64, "a prefix begins with /"),
            (["--prefx", "/usr"], 64, "'--prefx' is not understood"),
            (["--prefix", "/usr", "--binary", "nothing"], 66, "nothing: there is no such file"),
        ] as [([String], Int32, String)])
    func refusals(arguments: [String], status: Int32, words: String) throws {
        let run = try Install.run(arguments)
        #expect(run.status == status)
        #expect(run.errors.hasPrefix("install: "))
        #expect(run.errors.contains(words))
    }
}
