<?php

namespace ServiceConnector;

interface Http
{
    /**
     * @param string[] $headers Lines
     * @param int $milliseconds For the whole call
     */
    public function send(string $method, string $url, array $headers, string $body, int $milliseconds, int $maxBytes = 262144): Response;
}
