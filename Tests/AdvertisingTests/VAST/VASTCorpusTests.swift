import Advertising
import TestFiles
import Testing

@Suite("Answers of ad servers from other producers", .enabled(if: Corpora.folder != nil))
struct VASTCorpusTests {
    @Test(
        "B1: end in a verdict or in one error code, each",
        arguments: Corpora.documents(in: "vast", suffix: ".xml"))
    func verdicts(file: Corpora.Document) throws {
        #expect(try Self.verdict(of: file.bytes()) == Self.verdicts[file.name])
    }

    private static func verdict(of bytes: [UInt8]) -> String {
        do throws(VASTFailure) {
            return words(try VASTDocument(parsing: bytes).verdict)
        } catch {
            return "\(error.code.rawValue)"
        }
    }

    private static func words(_ verdict: VASTDocument.Verdict) -> String {
        switch verdict {
        case .playable: "playable"
        case .wrapper: "wrapper"
        case .noAd: "noAd"
        case .error(let code): "\(code.rawValue)"
        }
    }

    private static let verdicts = [
        "empty-no-ad.xml": "noAd", "empty-no-creative.xml": "101", "inline-linear.xml": "playable",
        "invalid-xmlfile.xml": "100", "outdated-vast.xml": "102", "sample.xml": "playable",
        "vpaid.xml": "901", "vpaid2.xml": "403", "wrapper-a.xml": "wrapper",
        "wrapper-attributes-multiple-ads.xml": "wrapper", "wrapper-b.xml": "wrapper",
        "wrapper-empty-no-creative.xml": "wrapper", "wrapper-empty.xml": "wrapper",
        "wrapper-legacy.xml": "wrapper", "wrapper-multiple-ads.xml": "wrapper",
        "wrapper-unavailable-url.xml": "wrapper", "empty_vast.xml": "noAd",
        "empty_wrapper.xml": "wrapper", "linear.xml": "playable", "nonlinear.xml": "201",
        "skippable_linear.xml": "playable", "vmap_midroll.xml": "101", "vmap_preroll.xml": "101",
    ]

    @Test(
        "A5: list their breaks, each with the verdict of its ads, or end in one error code",
        arguments: Corpora.documents(in: "vmap", suffix: ".xml"))
    func breaks(file: Corpora.Document) throws {
        #expect(try Self.breakVerdicts(of: file.bytes()) == Self.breakVerdicts[file.name])
    }

    private static func breakVerdicts(of bytes: [UInt8]) -> [String] {
        do throws(VASTFailure) {
            return try VMAPDocument(parsing: bytes).breaks.map { one in
                switch one.source {
                case .inline(let document): words(document?.verdict ?? .error(.schema))
                case .tag(let address): "asks \(address)"
                case .custom: "custom"
                case nil: "nothing"
                }
            }
        } catch {
            return ["\(error.code.rawValue)"]
        }
    }

    private static let breakVerdicts = [
        "correct-vmap.xml": ["noAd", "noAd", "asks http://server.com/vast.xml"],
        "correct-vmap-with-extension.xml": ["noAd"],
        "incorrect-vmap.xml": ["101"], "parsing-example.xml": ["101"],
    ]
}
