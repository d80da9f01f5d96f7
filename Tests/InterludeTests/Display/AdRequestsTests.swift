import AdDisplay
import TestFiles
import Testing

@testable import Interlude

@Suite("The requests of a page's plug-ins", .timeLimit(.minutes(1)))
struct AdRequestsTests {
    /// What was answered, in order.
    private final class Answers {
        var images: [(name: String, isThere: Bool)] = []
        var lists: [(name: String, isThere: Bool)] = []
    }

    @Test("are each answered once, whatever the order in which they are fetched")
    func answers() async throws {
        let folder = try TemporaryFolder()
        let there = try folder.write(AdPageStage.picture, to: "there.png")
        let (outcomes, arrived) = AsyncStream.makeStream(of: AdRequests.Outcome.self)
        let requests = AdRequests(AdPictures(SessionOptions())) { arrived.yield($0) }
        let answers = Answers()
        for (name, path) in [("there", there), ("gone", folder.file("gone.png"))] {
            requests.fetch(AdImage(path, from: .typed)) { error in
                answers.images.append((name, error == nil))
            }
            requests.fetchHouseAds(at: folder.file(name)) { result in
                answers.lists.append((name, (try? result.get()) != nil))
            }
        }
        var taken = 0
        for await outcome in outcomes {
            requests.take(outcome)
            // An answer that comes a second time has nobody to go to.
            requests.take(outcome)
            taken += 1
            if taken == 4 { break }
        }
        let images = answers.images.sorted { $0.name < $1.name }
        #expect(images.map(\.name) == ["gone", "there"])
        #expect(images.map(\.isThere) == [false, true])
        #expect(answers.lists.map(\.name).sorted() == ["gone", "there"])
        #expect(answers.lists.allSatisfy { !$0.isThere })
    }
}
