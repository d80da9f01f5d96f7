import FFmpegCalls
import Testing

@Suite("A result of FFmpeg")
struct FFmpegErrorTests {
    @Test(
        "that is negative is an error in FFmpeg's own words",
        arguments: [
            (-2, "No such file or directory"), (-22, "Invalid argument"),
            (-541_478_725, "End of file"),
            (-1_094_995_529, "Invalid data found when processing input"),
        ] as [(Int32, String)])
    func words(code: Int32, words: String) {
        let error = #expect(throws: FFmpegError.self) { try check(code) }
        #expect(error?.code == code)
        #expect(error?.description == words)
    }

    @Test("that is not negative is passed on", arguments: [0, 1, .max] as [Int32])
    func success(result: Int32) throws {
        #expect(try check(result) == result)
    }
}
