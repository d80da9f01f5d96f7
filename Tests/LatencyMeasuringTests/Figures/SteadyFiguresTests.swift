import Foundation
import Glibc
import MediaTime
import TestFiles
import Testing

@testable import LatencyMeasuring

@Suite("Figures without changes")
struct SteadyFiguresTests {
    private static func run(
        _ content: CodedRun.Content, count: Int, heardAt seconds: Double
    ) -> CodedRun {
        let zero = MonotonicTime(nanoseconds: 0)
        return CodedRun(
            content: content, first: 0, count: count, atMonitor: zero,
            heard: zero.advanced(by: seconds))
    }

    private static func log(_ entries: [(Int, Double)]) -> [(frame: Int, time: MonotonicTime)] {
        entries.map { ($0, MonotonicTime(nanoseconds: 0).advanced(by: $1)) }
    }

    @Test("have the time from rendering to hearing one frame in each 7 ms after a second")
    func output() {
        // Frame 47 900 is heard at 2 s, so frame 48 000 at 2 s and 100 frames.
        let run = Self.run(.sound(.programme, firstIndex: 47_900), count: 1000, heardAt: 2)
        // A frame is rendered once the count is beyond it.
        let log = Self.log([(48_000, 1.9), (48_001, 1.95), (48_600, 1.99), (48_800, 2)])
        let found = LatencyMeter.outputLatencies(of: run, against: log)
        let frame = 1000.0 / 48_000
        let expected = [50 + 100 * frame, 10 + 435 * frame, 770 * frame]
        #expect(found.count == 3)
        for (value, expected) in zip(found, expected) { #expect(abs(value - expected) < 1e-3) }
    }

    @Test("have no time for frames that nobody saw rendered, or of other sounds")
    func unknownOutput() {
        let run = Self.run(.sound(.programme, firstIndex: 48_000), count: 900, heardAt: 2)
        #expect(
            LatencyMeter.outputLatencies(of: run, against: Self.log([(48_100, 1)])).count == 1)
        let other = Self.run(.sound(.spot, firstIndex: 48_000), count: 900, heardAt: 2)
        #expect(LatencyMeter.outputLatencies(of: other, against: Self.log([(99_000, 1)])) == [])
    }

    @Test(
        "count the frames of a programme that are missing, repeated or replaced",
        arguments: [
            (Heard().frames(0..<100, of: .programme).frames(100..<200, of: .programme), 0),
            (Heard().frames(0..<100, of: .programme).frames(107..<200, of: .programme), 7),
            (Heard().frames(0..<100, of: .programme).frames(95..<200, of: .programme), 5),
            (
                Heard().silence(9).frames(0..<100, of: .programme).silence(3)
                    .frames(100..<150, of: .programme).noise(4).frames(152..<200, of: .programme),
                3 + 4 + 2
            ),
        ])
    func wrongFrames(heard: Heard, count: Int) {
        #expect(LatencyMeter.wrongFrameCount(in: heard.runs()[...]) == count)
    }

    @Test("have the voluntary wake-ups of a thread, as the kernel counts them")
    func wakeUps() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Data(
                """
                Name:\tinterlude-pulse
                voluntary_ctxt_switches:\t1234
                nonvoluntary_ctxt_switches:\t5

                """.utf8), to: "status")
        #expect(MeasuredPlayer.wakeUps(of: folder.path) == 1234)
        #expect(MeasuredPlayer.wakeUps(of: folder.file("none")) == nil)
    }

    @Test("name the machine")
    func machine() throws {
        let survey = LatencySurvey(
            sinkName: nil, count: 1, load: .zero, version: "1.2", progress: { _ in })
        let machine = survey.machine(with: "server 3", sinkName: "sink")
        let kernel = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        #expect(
            machine
                == LatencyResults.Machine(
                    interlude: "1.2", server: "server 3", sink: "sink",
                    kernel: "Linux " + kernel.trimmingCharacters(in: .newlines),
                    cores: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    @Test("need a sound server")
    func noServer() async {
        await #expect(processExitsWith: .success) {
            setenv("PULSE_SERVER", "unix:/nowhere/native", 1)
            let survey = LatencySurvey(
                sinkName: nil, count: 1, load: .zero, version: "", progress: { _ in })
            do throws(MeasurementError) {
                _ = try survey.run(until: Interruption())
                preconditionFailure("there is a server")
            } catch {
                precondition(error.kind == .unavailable)
                precondition(error.description.hasPrefix("no sound server to measure: "))
            }
        }
    }

    @Test("keep all cores busy until they are measured")
    func busyCores() throws {
        let cores = try BusyCores()
        // The threads are there, and use the processor, until the end.
        while Self.busyThreadCount() < ProcessInfo.processInfo.activeProcessorCount {}
        #expect(Self.busyThreadCount() >= ProcessInfo.processInfo.activeProcessorCount)
        cores.end()
        while Self.busyThreadCount() > 0 {}
    }

    /// The threads of this process named for ``BusyCores``.
    private static func busyThreadCount() -> Int {
        let tasks = "/proc/self/task"
        // try?: a thread that has ended counts no more.
        return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).count {
            (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "busy core\n"
        }
    }
}
