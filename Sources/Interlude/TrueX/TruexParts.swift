import Advertising
import HTTPAccess
import PCMAudio

/// What a session needs for true[X].
package struct TruexParts: Sendable {
    /// Where the pods are.
    package var schedule: AdSchedule

    package var server: TruexServer

    /// Loads what speaks choice cards.
    package var voices: any SpotSupply

    package init(schedule: AdSchedule, server: TruexServer, voices: any SpotSupply) {
        self.schedule = schedule
        self.server = server
        self.voices = voices
    }

    /// What `schedule` leads to over the network; what is spoken is counted against `budget`.
    package init(
        _ schedule: StreamSchedule, _ client: WebClient, _ budget: MemoryBudget,
        _ diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.init(
            schedule: schedule.schedule,
            server: TruexServer(
                client: client, from: schedule.provenance, diagnostics: diagnostics),
            voices: FetchedSpots(
                client: client, provenance: schedule.provenance, countedBy: budget))
    }
}
