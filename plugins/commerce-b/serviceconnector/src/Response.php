<?php

namespace ServiceConnector;

/** What a call brought: status 0 when there was no response. */
final class Response
{
    /** @var int */
    public $status;
    /** @var string */
    public $body;
    /** @var array<string, string> Names in lower case */
    public $headers;
    /** @var string Of no response: slow, tls or unreachable */
    public $failure;

    /** @param array<string, string> $headers */
    public function __construct(int $status, string $body = '', array $headers = [], string $failure = '')
    {
        $this->status = $status;
        $this->body = $body;
        $this->headers = $headers;
        $this->failure = $failure;
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** Whether the same call may succeed later. */
    public function isPassing(): bool
    {
        return $this->status === 0 || $this->status === 408 || $this->status === 429 || $this->status >= 500;
    }

    /** Seconds, at most an hour. */
    public function retryAfter(): int
    {
        return min(3600, (int) ($this->headers['retry-after'] ?? 0));
    }

    /** @return array<string, mixed> */
    public function json(): array
    {
        $value = json_decode($this->body, true, 32);

        return is_array($value) ? $value : [];
    }

    /** A text member of the body, '' when there is none. */
    public function text(string $member): string
    {
        $value = $this->json()[$member] ?? '';

        return is_string($value) ? $value : '';
    }

    /** Kind of a problem: the end of its type. */
    public function problem(): string
    {
        $parts = explode('/', $this->text('type'));

        return (string) end($parts);
    }
}
