import Advertising

/// Lends the audio focus to ads in feeds, which are heard only if nothing else goes first.
public protocol FeedAudio: Sendable {
    /// Has the ad's spot heard from its beginning, if nothing goes first.
    ///
    /// What becomes of it comes in order: ``FeedAudioNews/refused``, or
    /// ``FeedAudioNews/granted`` and then ``FeedAudioNews/lost`` or ``FeedAudioNews/ended``. Then
    /// the stream ends. Who stops listening before that does not want the spot to be heard on.
    func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioNews>
}
