import Foundation
import TestFiles
import Testing

extension Chromium {
    @Suite("a pod with an interactive advertisement in the page", .timeLimit(.minutes(3)))
    struct PodTests {
        /// Runs `body` with a player that is held at the first pod of the station's programme.
        private static func visit(
            _ query: String, of path: String = "desk",
            _ body: @Sendable (Visit) async throws -> Void
        ) async throws {
            try await Visit.run(
                of: path, playing: \.addresses.withPods, until: "truex.started",
                mayAsk: "/truex/creative/engagement.html"
            ) { station, _ in
                let schedule = try #require(station.addresses.schedules["uplynk"])
                return ["--schedule", "\(schedule)?\(query)"]
            } _: { visit in
                try await visit.browser.wait(
                    until: "document.querySelector('#truex-card')?.checkVisibility()")
                try await body(visit)
            }
        }

        @Test(
            "is skipped if the listener uses the advertisement and stays with it",
            arguments: ["", "desk"])
        func earning(path: String) async throws {
            let query = "aa=600&sec=3&product=sponsored_ad_break"
            try await Self.visit(query, of: path) { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelector('#truex-background').naturalWidth > 0")
                try await visit.look("pod-card\(path.isEmpty ? "" : "-desk")")
                try await browser.click("#truex-opt-in")
                try await browser.wait(
                    until: "document.querySelector('#truex-step').textContent === 'Step 1 of 3'")
                try await browser.enterFrame("#truex-frame iframe")
                try await browser.click("[data-light]")
                try await browser.leaveFrame()
                try await visit.player.wait(for: "truex.adFreePod")
                try await browser.wait(until: "!document.querySelector('#truex-done').hidden")
                try await browser.click("#truex-done")
                try await visit.player.wait(for: "pod.skipped")
                try await browser.wait(until: "!document.querySelector('#truex').open")
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Playing'")
            }
        }

        @Test("plays if the listener chooses so, or does not answer", arguments: [600, 12])
        func unearned(seconds: Int) async throws {
            try await Self.visit("aa=\(seconds)") { visit in
                if seconds == 600 { try await visit.browser.click("#truex-opt-out") }
                try await visit.player.wait(for: "truex.optOut")
                try await visit.player.wait(for: "truex.completed")
                try await visit.browser.wait(until: "!document.querySelector('#truex').open")
            }
        }
    }
}
