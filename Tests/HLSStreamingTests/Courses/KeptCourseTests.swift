import TestFiles
import TestSignals
import Testing

@Suite("HLS client, kept courses")
struct KeptCourseTests {
    @Test("loads the same, at the same times, as in the kept text", arguments: KeptCourse.all)
    func kept(course: KeptCourse) throws {
        let journal = try course.journal()
        let kept = try KeptText(course.description, recording: journal)
        #expect(FirstDifference(journal, from: kept.lines) == nil)
    }
}
