import AdPlayback
import FoundationEssentials

extension TruexAnswer {
    /// Reads an ad server's answer, or parameters that describe the ad themselves.
    ///
    /// Throws what says in one line why it is no answer.
    init(parsing document: [UInt8]) throws(TruexServerError) {
        do {
            self = try JSONDecoder().decode(TruexDocument.self, from: Data(document)).answer
        } catch DecodingError.dataCorrupted(let context) where context.underlyingError == nil {
            throw TruexServerError(
                "the ad server's answer cannot be used: \(context.debugDescription)")
        } catch {
            throw TruexServerError("the ad server's answer is no true[X] configuration in JSON")
        }
    }
}
