import Foundation
import TestFiles
import TestServers
import Testing

extension Chromium {
    @Suite("a report in a browser", .timeLimit(.minutes(3)))
    struct ReportTests {
        /// A page that a command writes.
        enum Report: String, CaseIterable, Sendable {
            /// Of `play --report`: two breaks, one of them with a spot that fails.
            case session
            /// Of `latency --report`, as the room's own test keeps it.
            case latency

            fileprivate func html() async throws -> Data {
                switch self {
                case .session: try await Self.played()
                case .latency:
                    try Data(
                        contentsOf: URL(filePath: #filePath).appending(
                            path: "../../LatencyMeasuringTests/Timelines/latency-report.txt"
                        ).standardizedFileURL)
                }
            }

            private static func played() async throws -> Data {
                let folder = try TemporaryFolder()
                for name in ["programme/programme.mp3", "spots/ferry.mp3", "spots/library.flac"] {
                    let file = name.split(separator: "/").last.map(String.init) ?? name
                    try folder.write(try SampleMedia.file(name), to: file)
                }
                let page = folder.file("report.html")
                let run = try await onThread {
                    try Command([
                        WebPlayer.executable, "play", folder.file("programme.mp3"), "--sink",
                        "null", "--clock", "virtual", "--duration", "90s", "--report", page,
                        "--push", "5s=\(folder.file("ferry.mp3")),\(folder.file("library.flac"))",
                        "--push", "60s=\(folder.file("missing.mp3"))",
                    ])
                }
                #expect(run.status == 0, "\(run.errors)")
                return try Data(contentsOf: URL(filePath: page))
            }
        }

        @Test(
            "has no violation and fits phones and desks, light and dark",
            arguments: Report.allCases)
        func looks(report: Report) async throws {
            let html = Array(try await report.html())
            let server = FaultServer { _, _ in .answer(html, type: "text/html; charset=utf-8") }
            defer { server.stop() }
            let browser = try await Browser(WebDriver())
            do {
                try await browser.open(server.address("/"))
                let title: String = try await browser.value(
                    of: "document.querySelector('h1').textContent")
                #expect(!title.isEmpty)
                try await browser.look("report-\(report)", on: [.phone, .desktop])
                let requests = try await browser.requests()
                #expect(
                    Set(requests).isSubset(of: [
                        server.address("/"), server.address("/favicon.ico"),
                    ]))
            } catch {
                try await browser.quit()
                throw error
            }
            try await browser.quit()
        }
    }
}
