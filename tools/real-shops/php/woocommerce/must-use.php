<?php
// Must-use plugin of the rig: what the shop needs on loopback, and the connectivity check of our plugin while that is not installed.

// WooCommerce reads Basic credentials only over https. The flag is set just around its own callback, at priority 15.
foreach ([14 => 'on', 16 => null] as $priority => $https) {
    add_filter('determine_current_user', function ($user) use ($https) {
        if ($https === null) {
            unset($_SERVER['HTTPS']);
        } else {
            $_SERVER['HTTPS'] = $https;
        }
        return $user;
    }, $priority);
}

// Webhooks may go to loopback, and to any of its ports.
add_filter('http_request_host_is_external', '__return_true');
add_filter('http_allowed_safe_ports', fn ($ports, $host, $url) => [...$ports, (int) parse_url($url, PHP_URL_PORT)], 10, 3);

// No mail leaves the machine: each is a line of a file.
add_filter('pre_wp_mail', function ($done, $mail) {
    file_put_contents(WP_CONTENT_DIR . '/mails.txt', wp_json_encode($mail) . "\n", FILE_APPEND);
    return true;
}, 10, 2);

// With each turn of the cron, WooCommerce's queue runs, as it does when somebody is in the administration.
add_action('wp_loaded', function () {
    if (wp_doing_cron() && PHP_SAPI !== 'cli') {
        ActionScheduler_QueueRunner::instance()->run('rig');
    }
});

add_action('rest_api_init', function () {
    if (class_exists('ServiceConnector\\Plugin')) {
        return;
    }
    $text = ['required' => true, 'type' => 'string'];
    register_rest_route('service-connector/v1', '/connectivity-check', [
        'methods' => 'POST',
        'permission_callback' => '__return_true',
        'args' => ['connection_token' => $text, 'connection_id' => $text],
        'callback' => function (WP_REST_Request $request) {
            if (!hash_equals((string) get_option('real_shops_token'), $request['connection_token'])) {
                return new WP_Error('invalid_connection_token', 'Invalid connection token.', ['status' => 401]);
            }
            return ['status' => 'ok', 'connection_id' => $request['connection_id']];
        },
    ]);
});
